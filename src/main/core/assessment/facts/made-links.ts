import type { FileAction } from '../actions/action'
import { readArguments, valueOf } from '../actions/arguments'
import type { SimpleCommand } from '../../shell/graph'
import { isWithin, nameOf, parentOf, resolveAll } from '../../shell/paths'

/** A link that the command line itself makes, and where it will lead; undefined when that is not known. */
export interface MadeLink {
  readonly command: number
  readonly path: string
  readonly leadsTo: string | undefined
}

/** The symbolic links that `ln -s` makes. Whether its last operand is a folder is not known: both readings are given. */
export function madeLinks(commands: readonly SimpleCommand[]): readonly MadeLink[] {
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
export function throughLinks(action: FileAction, links: readonly MadeLink[]): FileAction {
  const { target, access } = action
  const stays = /^(delete|move|create)$/.test(access) && !/\/\.?$/.test(target.text)
  const paths = target.paths.flatMap((path) => {
    const link = links.find(
      (each) => each.command < action.command && isWithin(path, each.path) && !(stays && path === each.path),
    )
    if (!link) return [path]
    return link.leadsTo === undefined ? [] : [`${link.leadsTo}${path.slice(link.path.length)}`]
  })
  return { ...action, target: { ...target, paths } }
}
