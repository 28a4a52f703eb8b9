import type { Act } from '@shared/domain/effect'
import type { SimpleCommand } from '../../shell/graph'
import { packageVerb } from '../../shell/nested/package-scripts'
import { argsOf, verbs } from '../checks/rule'

/** Options of package managers behind which no package stands: lists of them, places, conditions. */
const optionsWithValues =
  /^(-[rcfitpF]|--(requirement|constraint|index-url|extra-index-url|trusted-host|find-links|target|prefix|root|proxy|cert|python|platform|registry|cache-dir|tag|git|path|branch|rev|version|features|index|default-index|filter|cwd|dir|source|channel|name))$/

/** What a package manager brings in, and by the name of which packages; what stands behind its options is none. */
export function installAct(command: SimpleCommand): Extract<Act, { kind: 'install' }> {
  const { program } = command
  const { verb, rest } = packageVerb(command.words.slice(1))
  const spoken = verbs(command)
  const before = /^(npx|pnpx|bunx|uvx)$/.test(program)
    ? 0
    : /^(pip|global|mod)$/.test(spoken[0] ?? '')
      ? 2
      : 1
  const given = /^(npm|pnpm|yarn|bun)$/.test(program)
    ? rest
        .slice(verb === 'workspace' ? 2 : /^(workspaces|global)$/.test(verb) ? 1 : 0)
        .map((word) => word.text)
    : before === 0
      ? spoken.slice(0, 1)
      : spoken.slice(before)
  const args = argsOf(command)
  const first = new Map(args.map((text, at): [string, number] => [text, at]).reverse())
  const isListed = (text: string): boolean => {
    const option = args[(first.get(text) ?? 0) - 1] ?? ''
    return optionsWithValues.test(option) || (option === '-n' && /^(conda|mamba)$/.test(program))
  }
  const names = given.filter((text) => !text.startsWith('-') && !isListed(text))
  return { kind: 'install', program, names }
}
