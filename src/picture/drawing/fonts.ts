/** The files of the font, which all charts use. */
export interface Fonts {
  readonly regular: Uint8Array;
  readonly semiBold: Uint8Array;
}
