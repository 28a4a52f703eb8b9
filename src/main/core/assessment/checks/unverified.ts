import { readGitCall } from '../../shell/nested/git-call'
import { environmentOf, type SimpleCommand, type Word } from '../../shell/graph'
import type { Rule } from './rule'

/** Variables by which a program no longer looks at who it talks to, and what of their values says so. */
export const unverifiedSettings: readonly (readonly [RegExp, RegExp])[] = [
  [/^NODE_TLS_REJECT_UNAUTHORIZED$/, /^0$/],
  [/^PYTHONHTTPSVERIFY$/, /^0$/],
  [/^(?:npm_config_strict_ssl|YARN_ENABLE_STRICT_SSL)$/i, /^false$/],
  // Git looks at whether it is there, whatever it says.
  [/^GIT_SSL_NO_VERIFY$/, /^/],
]

/** The same as one of git's settings, for all hosts or for one. */
const inGit = /^http\.(?:.+\.)?sslverify$/i

const isOff = ({ text, known }: Pick<Word, 'text' | 'known'>): boolean =>
  !known || /^(?:false|no|off|0|)$/i.test(text)

/** What stands before a command, or is exported by it, that does so. */
function byVariable(command: SimpleCommand): string | undefined {
  const given = environmentOf(command)
  const set = given.find(({ name, value: { text, known } }) => {
    const [, at] = /^GIT_CONFIG_KEY_(\d+)$/.exec(name) ?? []
    if (at === undefined)
      return unverifiedSettings.some(([names, values]) => names.test(name) && (!known || values.test(text)))
    const value = given.find((each) => each.name === `GIT_CONFIG_VALUE_${at}`)?.value
    return inGit.test(text) && value !== undefined && isOff(value)
  })
  return set && `${set.name}=${set.value.text}`
}

/** A setting in the words of a git call: for the call alone, or to be kept. */
function byGit({ program, words }: SimpleCommand): string | undefined {
  if (program !== 'git') return undefined
  const { settings, subcommand, rest } = readGitCall(words.slice(1))
  const given = settings.find(({ name, value }) => inGit.test(name) && isOff(value))
  if (given) return `${given.name}=${given.value.text}`
  const late = rest.find(({ text, known }) => {
    const [, name = '', value = ''] = /^(?:--config=|-c)?([^=]+)=(.*)$/s.exec(text) ?? []
    return subcommand === 'clone' && inGit.test(name) && isOff({ text: value, known })
  })
  if (late) return late.text
  const at = subcommand === 'config' ? rest.findIndex(({ text }) => inGit.test(text)) : -1
  const value = at < 0 ? undefined : rest[at + 1]
  return value && isOff(value) ? `${rest[at]?.text ?? ''}=${value.text}` : undefined
}

/** Connections whose other side nobody looks at. What programs have options for is in their records. */
export const unverifiedRules: readonly Rule[] = [
  {
    id: 'network.unverified',
    effect: 'connect',
    level: 'medium',
    categories: ['network_access'],
    match: (command) => byVariable(command) ?? byGit(command) ?? false,
  },
]
