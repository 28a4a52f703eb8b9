import { z } from 'zod'

/** The editors that files can be opened in, by the scheme of their addresses; `none`: files are opened nowhere. */
export const FileOpener = z.enum(['vscode', 'vscode-insiders', 'windsurf', 'cursor', 'none'])
export type FileOpener = z.infer<typeof FileOpener>

/** The only addresses of another scheme than http that are opened outside of the window: a file of this machine in one of those editors. */
export const EditorUrl = z
  .string()
  .max(20_000)
  .regex(/^(?:vscode|vscode-insiders|windsurf|cursor):\/\/file\/[\w.!~*'()%/-]+(?::[1-9]\d{0,8})?$/)

/** The address of a file, and a line of it from 1, in an editor. The path is absolute; `C:\\x` counts as well. */
export function editorUrl(opener: Exclude<FileOpener, 'none'>, path: string, line?: number): string {
  const slashed = /^[A-Za-z]:[\\/]/.test(path) ? `/${path.replaceAll('\\', '/')}` : path
  const place = slashed.split('/').map(encodeURIComponent).join('/')
  return `${opener}://file${place}${line === undefined ? '' : `:${String(line)}`}`
}
