import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Everything below a folder, by relative name: a file's mode and text, where a link leads, or the kind of the rest.
 * Texts beyond 200 characters are cut.
 */
export function tree(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (at: string): void => {
    for (const name of readdirSync(join(folder, at)).sort()) {
      const path = join(at, name)
      const whole = join(folder, path)
      const stats = lstatSync(whole)
      if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(whole)}`
      else if (stats.isFile())
        found[path] = `${(stats.mode & 0o7777).toString(8)} ${readFileSync(whole, 'utf8').slice(0, 200)}`
      else if (stats.isDirectory()) {
        found[`${path}/`] = (stats.mode & 0o7777).toString(8)
        visit(path)
      } else found[path] = 'special'
    }
  }
  visit('')
  return found
}
