import type { FileAction } from '../actions/file-action'
import { readArguments, valueOf } from '../actions/arguments'
import type { SimpleCommand } from '../../shell/graph'
import { nameOf, parentOf, resolveAll } from '../../shell/paths'

/** A link that the command line itself makes, and where it will lead; undefined when that is not known. */
export interface MadeLink {
  readonly command: number
  readonly path: string
  readonly leadsTo: string | undefined
}

/** Links by where they stand, the first of each command there; each with its number among all. */
export type MadeLinks = ReadonlyMap<string, readonly (MadeLink & { readonly number: number })[]>

/** The symbolic links that `ln -s` makes. Whether its last operand is a folder is not known: both readings are given. */
export function madeLinks(commands: readonly SimpleCommand[]): MadeLinks {
  const links = new Map<string, (MadeLink & { readonly number: number })[]>()
  for (const [number, link] of linksOf(commands).entries()) {
    const there = links.get(link.path)
    if (there === undefined) links.set(link.path, [{ ...link, number }])
    else if (there.at(-1)?.command !== link.command) there.push({ ...link, number })
  }
  return links
}

function linksOf(commands: readonly SimpleCommand[]): readonly MadeLink[] {
  return commands.flatMap((command): MadeLink[] => {
    if (command.program !== 'ln' || command.host !== undefined) return []
    const args = readArguments(command, 'St', ['--suffix', '--target-directory'])
    if (!args.flags.has('-s') && !args.flags.has('--symbolic')) return []
    const folder = valueOf(args, '-t', '--target-directory')
    const alone = folder === undefined && args.operands.length === 1
    const sources = folder || alone ? args.operands : args.operands.slice(0, -1)
    const last = alone ? '.' : (folder ?? args.operands.at(-1))?.text
    if (last === undefined) return []
    return sources.flatMap(({ text, known }) =>
      resolveAll(last, command.cwd)
        .flatMap((path) => [path, `${path === '/' ? '' : path}/${nameOf(text.replace(/\/+$/, ''))}`])
        .map((path) => ({
          command: command.id,
          path,
          leadsTo: known ? resolveAll(text, [parentOf(path)])[0] : undefined,
        })),
    )
  })
}

/**
 * An action that goes through such a link, aimed at what lies behind it; any other as it is. A link that is itself
 * deleted or moved is not gone through, unless a slash behind its name says so.
 */
export function throughLinks(action: FileAction, links: MadeLinks): FileAction {
  if (links.size === 0) return action
  const { target, access } = action
  const stays = /^(delete|move|create)$/.test(access) && !/\/\.?$/.test(target.text)
  const paths = target.paths.flatMap((path) => {
    const on = stays ? holding(path).slice(1) : holding(path)
    const [link] = on
      .flatMap((place) => links.get(place)?.find(({ command }) => command < action.command) ?? [])
      .sort((one, other) => one.number - other.number)
    if (!link) return [path]
    return link.leadsTo === undefined ? [] : [`${link.leadsTo}${path.slice(link.path.length)}`]
  })
  return { ...action, target: { ...target, paths } }
}

/** A path and every folder that holds it, nearest first. */
function holding(path: string): readonly string[] {
  const all = [path]
  for (let at = path; at !== parentOf(at);) all.push((at = parentOf(at)))
  return all
}
