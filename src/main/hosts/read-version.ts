import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program's version, from the package that the built entry in `moduleDir` belongs to; 'unknown' when it says none. */
export function readVersion(moduleDir: string): string {
  const json: unknown = JSON.parse(readFileSync(join(moduleDir, '../../package.json'), 'utf8'))
  return typeof json === 'object' && json !== null && 'version' in json ? String(json.version) : 'unknown'
}
