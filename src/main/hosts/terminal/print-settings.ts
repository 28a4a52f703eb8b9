import type { SettingsView } from '@shared/domain/settings-view'
import type { Write } from '../cli/cli-context'
import { visibleLine } from '../visible'

const sources = {
  default: 'built in',
  config: 'config.toml',
  project: "the project's file",
  profile: 'the profile',
  'command-line': 'the command line',
  managed: 'managed',
} as const

/** Prints the values in force, one a line with where it comes from, then the features and what has no effect. */
export function printSettings(view: SettingsView, json: boolean, write: Write): void {
  if (json) {
    write(`${JSON.stringify(view)}\n`)
    return
  }
  const width = Math.max(...view.rows.map(({ key }) => key.length))
  write(`${visibleLine(view.file)}\n\n`)
  for (const { key, value, source, where } of view.rows) {
    const from = where === undefined ? sources[source] : `${sources[source]}, ${where}`
    write(`${visibleLine(`${key.padEnd(width)}  ${JSON.stringify(value)}  (${from})`)}\n`)
  }
  write('\nFeatures\n')
  for (const { name, stage, enabled, what } of view.features)
    write(`${name}  ${enabled ? 'on' : 'off'}  (${stage}: ${what})\n`)
  for (const warning of view.warnings) write(`warning: ${visibleLine(warning)}\n`)
}
