import type { Finding, Touched } from '../facts/gather'
import type { SimpleCommand } from '../../shell/graph'
import type { Rule, View } from './rule'

const isWrite = ({ action }: Touched): boolean => /^(create|append|write|change)$/.test(action.access)

function some(test: (finding: Finding, touched: Touched) => boolean): Rule['match'] {
  return (command, view) => {
    const hit = view
      .touched(command)
      .filter(isWrite)
      .find((touched) => touched.found.some((finding) => test(finding, touched)))
    return hit ? hit.action.target.text : false
  }
}

const exists = ({ fact }: Finding): boolean => fact.kind !== 'missing'
const replaces = ({ action }: Touched): boolean => /^(write|append|change)$/.test(action.access)

const unknown = (command: SimpleCommand, view: View): readonly Touched[] =>
  view.touched(command).filter((each) => isWrite(each) && !each.known)

/** What replaces or makes files. What starts by itself (start-up files, hooks) has its own rules. */
export const writingRules: readonly Rule[] = [
  {
    id: 'write.device',
    level: 'high',
    categories: ['data_deletion', 'system_modification'],
    contained: true,
    reason: 'It writes to a device ({}).',
    match: some(
      ({ place, fact }) =>
        place === 'device' && !fact.path.startsWith('/dev/tcp/') && !fact.path.startsWith('/dev/udp/'),
    ),
  },
  {
    id: 'write.system',
    level: 'high',
    categories: ['system_modification'],
    contained: true,
    reason: 'It changes {}, which belongs to the system.',
    match: some(
      ({ place }, { action }) => place === 'system' || (place === 'above' && action.access !== 'create'),
    ),
  },
  {
    id: 'write.home',
    level: 'high',
    categories: ['data_deletion', 'system_modification'],
    contained: true,
    reason: 'It writes all over {}.',
    match: some(
      ({ place }, { action }) => place === 'home' && (action.recursive || action.target.spread === 'below'),
    ),
  },
  {
    id: 'write.over-outside',
    level: 'high',
    categories: ['data_deletion'],
    contained: true,
    reason: 'It overwrites or changes {}, which is outside the workspace.',
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
    level: 'high',
    categories: ['system_modification'],
    contained: true,
    reason: 'It writes into the folder of git itself ({}).',
    match: some(({ place }) => place === 'git'),
  },
  {
    id: 'write.outside',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It writes {}, outside the workspace.',
    match: some(({ place }) => place === 'outside' || place === 'home' || place === 'above'),
  },
  {
    id: 'write.unknown',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It writes to a file that is only known at run time ({}).',
    match: (command, view) => unknown(command, view)[0]?.action.target.text ?? false,
  },
  {
    id: 'write.over-inside',
    level: 'medium',
    categories: ['data_deletion'],
    reason: 'It overwrites or changes {}.',
    match: some(
      (finding, touched) =>
        (finding.place === 'workspace' || finding.place === 'workspace-root') &&
        exists(finding) &&
        (replaces(touched) || touched.action.target.spread === 'below'),
    ),
  },
  {
    id: 'write.many',
    level: 'medium',
    categories: ['data_deletion'],
    reason: 'It changes every file that fits {}.',
    match: some(
      (_, { action }) =>
        action.target.spread !== 'exact' && replaces({ action, found: [], known: true, complete: true }),
    ),
  },
]
