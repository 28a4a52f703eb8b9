import type { Strings } from '../../strings'

/** Opening a file in the editor. */
export const openFile = {
  label: (path: string, line: number | undefined) =>
    line === undefined ? `${path} im Editor öffnen` : `${path} im Editor öffnen, Zeile ${String(line)}`,
  off: 'Dateien werden in keinem Editor geöffnet: file_opener in config.toml ist "none".',
  missing: 'Im Ordner dieser Sitzung gibt es diese Datei nicht.',
  closed: 'Geöffnet werden nur Dateien in den Ordnern dieser Sitzung, die ihre Befehle lesen dürfen.',
} as const satisfies Strings['openFile']
