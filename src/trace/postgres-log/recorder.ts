/** What `tidemark trace record` calls itself to a server: what it does there is nobody's demand. */
export const RECORDER_APPLICATION = 'tidemark record';
