/** The files of the one font of all pictures. */
export interface Fonts {
  readonly regular: Uint8Array;
  readonly semiBold: Uint8Array;
}
