/** Opening a file in the editor. */
export const openFile = {
  label: (path: string, line: number | undefined) =>
    line === undefined ? `Open ${path} in the editor` : `Open ${path} at line ${String(line)} in the editor`,
  off: 'Files are opened in no editor: file_opener in config.toml is "none".',
  missing: 'There is no such file in this session’s folder.',
  closed: 'Only files in this session’s folders that its commands may read are opened.',
} as const
