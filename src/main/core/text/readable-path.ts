/** A path as people read it, of one that has a character for each byte: file names need not be UTF-8. */
export const readable = (path: string): string => Buffer.from(path, 'latin1').toString('utf8')
