import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { realPath } from './protected-entry'

/** Where the machine's own rules lie, by its name in the real folder around it, whether it is there or not. */
export const managedFolder = (): string => join(realPath('/etc') ?? '/etc', 'countersign')

/**
 * Where the engine's own programs lie: its Node (or the whole Electron), what was built and what starts it, and every folder that Node
 * looks for its packages in. The folder of the machine's own rules is always among them: it may come while the engine runs. `from` is a
 * folder of the running program. A command that could write there, since the workspace holds them (this very project), would decide what
 * the next engine does. Real paths of what else exists.
 */
export function enginePlaces(from: string): readonly string[] {
  const packed = /^(.*?\.asar)(?=[/\\])/.exec(from)?.[1]
  const places = [process.execPath, packed ?? from, managedFolder()]
  if ('electron' in process.versions) places.push(dirname(process.execPath))
  // The folder that the bundle lies in has a package.json of its own, and no engine.
  const project =
    packed === undefined
      ? above(from).find((at) => ['package.json', 'out'].every((name) => existsSync(join(at, name))))
      : undefined
  // What was built, the file that starts it, which a person has on the path, and what is started to ask them.
  if (project !== undefined)
    places.push(...['out', 'bin/countersign', 'bin/countersign-askpass'].map((name) => join(project, name)))
  // One that `hosts install` put here has others beside it, and the link by which the next is started.
  if (project !== undefined && basename(dirname(project)) === 'engines')
    places.push(dirname(dirname(project)))
  if (packed === undefined) places.push(...above(from).map((at) => join(at, 'node_modules')))
  return [...new Set([managedFolder(), ...places.flatMap((path) => realPath(path) ?? [])])]
}

/** The folder and each folder around it, the nearest first. */
function above(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...above(parent)]
}
