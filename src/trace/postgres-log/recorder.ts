/** The application name of `tidemark trace record`, whose own activity is no demand. */
export const RECORDER_APPLICATION = 'tidemark record';
