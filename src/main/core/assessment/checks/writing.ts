import { leftOut, possible, type Finding, type Touched } from '../facts/gather'
import type { SimpleCommand } from '../../shell/graph'
import { writesAnywhere } from '../actions/anywhere'
import type { Rule, View } from './rule'

const isWrite = ({ action }: Touched): boolean => /^(create|append|write|change)$/.test(action.access)

function some(test: (finding: Finding, touched: Touched) => boolean): Rule['match'] {
  return (command, view) => {
    const hit = view
      .touched(command)
      .filter(isWrite)
      .find((touched) => possible(touched).some((finding) => test(finding, touched)))
    return hit ? hit.action.target.text : false
  }
}

const exists = ({ fact }: Finding): boolean => fact.kind !== 'missing'
const replaces = ({ action }: Touched): boolean => /^(write|append|change)$/.test(action.access)

const unknown = (command: SimpleCommand, view: View): readonly Touched[] =>
  view.touched(command).filter((each) => isWrite(each) && !each.known)

const printsNothing = ({ program, words }: SimpleCommand): boolean =>
  /^(|:|true|false)$/.test(program) ||
  (program === 'cat' && words.length > 1 && words.slice(1).every(({ text }) => text === '/dev/null')) ||
  (/^(echo|printf)$/.test(program) && words.slice(1).every(({ text }) => text === '' || text === '-n'))

/** True for a call whose files have nothing of what was in them afterwards, and nothing else: `: > x`, `truncate`, `dd of=x`. */
function empties(command: SimpleCommand): boolean {
  const { program, words, redirects, stdin } = command
  const [source] = words.slice(1).filter(({ text }) => !text.startsWith('-'))
  return (
    /^(truncate|dd)$/.test(program) ||
    (program === 'cp' && source?.text === '/dev/null') ||
    (program === 'tee' && stdin.kind === 'file' && stdin.target.text === '/dev/null') ||
    (redirects.some(({ mode }) => mode === 'write') && printsNothing(command))
  )
}

/** What replaces or makes files. What starts by itself (start-up files, hooks) has its own rules. */
export const writingRules: readonly Rule[] = [
  {
    id: 'write.device',
    effect: 'write',
    level: 'high',
    categories: ['data_deletion', 'system_modification'],
    contained: true,
    match: some(
      ({ place, fact }) =>
        place === 'device' && !fact.path.startsWith('/dev/tcp/') && !fact.path.startsWith('/dev/udp/'),
    ),
  },
  {
    id: 'write.system',
    effect: 'write',
    level: 'high',
    categories: ['system_modification'],
    contained: true,
    match: some(
      ({ place }, { action }) => place === 'system' || (place === 'above' && action.access !== 'create'),
    ),
  },
  {
    id: 'write.home',
    effect: 'write',
    level: 'high',
    categories: ['data_deletion', 'system_modification'],
    contained: true,
    match: some(
      ({ place }, { action }) => place === 'home' && (action.recursive || action.target.spread === 'below'),
    ),
  },
  {
    id: 'write.over-outside',
    effect: 'write',
    level: 'high',
    categories: ['data_deletion'],
    contained: true,
    match: some(
      (finding, touched) =>
        finding.place === 'outside' &&
        exists(finding) &&
        replaces(touched) &&
        !(touched.action.attributes && !touched.action.recursive),
    ),
  },
  {
    id: 'write.git',
    effect: 'write',
    level: 'high',
    categories: ['system_modification'],
    contained: true,
    match: some(({ place }) => place === 'git'),
  },
  {
    id: 'write.outside',
    effect: 'write',
    level: 'medium',
    categories: ['system_modification'],
    match: some(({ place }) => place === 'outside' || place === 'home' || place === 'above'),
  },
  {
    id: 'write.unknown',
    effect: 'write',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) => unknown(command, view)[0]?.action.target.text ?? false,
  },
  {
    id: 'write.anywhere',
    level: 'medium',
    categories: ['data_deletion', 'system_modification'],
    unread: true,
    match: (command) =>
      command.shell === 'posix' && command.host === undefined ? (writesAnywhere(command) ?? false) : false,
  },
  {
    id: 'write.left-out',
    level: 'medium',
    categories: ['data_deletion', 'system_modification'],
    unread: true,
    match: (command, view) => unknown(command, view).find(leftOut)?.action.target.text ?? false,
  },
  {
    id: 'write.over-inside',
    effect: 'write',
    level: 'medium',
    categories: ['data_deletion'],
    match: some(
      (finding, touched) =>
        (finding.place === 'workspace' || finding.place === 'workspace-root') &&
        exists(finding) &&
        (replaces(touched) || touched.action.target.spread === 'below'),
    ),
  },
  {
    id: 'write.empties',
    effect: 'write',
    level: 'medium',
    categories: ['data_deletion'],
    match: (command, view) => {
      const all = empties(command)
      const hit = view
        .touched(command)
        .find(
          (each) =>
            (each.action.empties ?? all) &&
            /^(write|change)$/.test(each.action.access) &&
            (!each.known ||
              possible(each).some(
                ({ fact, place }) =>
                  place !== 'harmless-device' &&
                  fact.kind !== 'missing' &&
                  (fact.bytes === undefined || fact.bytes > 0),
              )),
        )
      return hit?.action.target.text ?? false
    },
  },
  {
    id: 'write.many',
    effect: 'write',
    level: 'medium',
    categories: ['data_deletion'],
    match: some((_, touched) => touched.action.target.spread === 'glob' && replaces(touched)),
  },
  {
    id: 'write.below',
    effect: 'write',
    level: 'medium',
    categories: ['data_deletion'],
    match: some((_, touched) => touched.action.target.spread === 'below' && replaces(touched)),
  },
]
