/** The longest patch that is read, in bytes of UTF-8. Longer ones are refused before anything is looked at. */
export const maxPatchBytes = 20 * 1024 * 1024
/** The largest file that a patch may change, delete or produce, in bytes. */
export const maxFileBytes = 20 * 1024 * 1024
/** What all files of one patch may hold together, before and after, in bytes: it is held in memory. */
export const maxTotalBytes = 64 * 1024 * 1024
/** Files of one patch. */
export const maxFiles = 1000
/** Bytes of file names that the applier is handed; a system passes about 2 MiB of arguments to a program. */
export const maxNameBytes = 512 * 1024

/** The length in bytes of UTF-8, without encoding a text that is short enough in any case. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return false
  return text.length > limit || new TextEncoder().encode(text).length > limit
}
