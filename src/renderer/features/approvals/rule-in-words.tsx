import type { ApprovalRequest } from '@shared/domain/approval'
import { describeGrant } from '@shared/domain/grant'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/paths'
import { shownCommand } from '../../lib/shell-text'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'
import { HostAwareText } from '../../ui/host-aware-text'
import { ShellCode } from '../../ui/shell-code'
import { UntrustedText } from '../../ui/untrusted-text'
import { offerOf } from './allow-for'
import type { AllowForChoice } from './allow-for'
import { RuleField } from './rule-field'
import type { EditedRule } from './use-rule'

const words = strings.allowFor

interface RuleInWordsProps {
  request: ApprovalRequest
  choice: AllowForChoice
  /** The rule's text where it can be edited. */
  rule: EditedRule | undefined
}

/** What would be kept: the command, the folder and what it adds, each whole; nothing is saved that is not shown here. */
export function RuleInWords({ request, choice, rule }: RuleInWordsProps): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const grants = offerOf(request, choice.kind)?.grants ?? []
  const adds = grants.length === 0 ? words.addsNothing : grants.map(describeGrant).join('\n')
  const patch = request.kind === 'patch'
  const network = request.stage === 'network'
  return (
    <>
      <div
        className="told scroll"
        tabIndex={0}
        role="group"
        aria-label={choice.scope === 'rule' ? words.ruleTitle : words.grantTitle}
      >
        <dl className="rows">
          {patch ? (
            <PatchSubject request={request} home={home} />
          ) : (
            <CommandSubject request={request} home={home} rule={rule} />
          )}
          {!(network && rule) && (
            <>
              <dt>{words.adds}</dt>
              <dd className="lines">
                <HostAwareText text={adds} />
              </dd>
            </>
          )}
          <dt>{words.holds}</dt>
          <dd>
            {patch
              ? words.exactlyFiles
              : network
                ? words.exactlyHost
                : rule
                  ? words.exactlyText
                  : words.exactly}
            {!patch && !network && (
              <span className="sub"> ({describeSandboxPolicy(request.sandboxPolicy)})</span>
            )}
          </dd>
        </dl>
      </div>
      <p className="hint after">{choice.kind === 'outside' ? words.noSandbox : words.sandboxStays}</p>
    </>
  )
}

interface SubjectProps {
  request: ApprovalRequest
  home: string
}

function CommandSubject({ request, home, rule }: SubjectProps & Pick<RuleInWordsProps, 'rule'>): ReactNode {
  const network = request.stage === 'network'
  return (
    <>
      {network && rule && (
        <>
          <dt>{words.host}</dt>
          <dd>
            <RuleField rule={rule} of="host" />
          </dd>
        </>
      )}
      <dt>{words.command}</dt>
      <dd className="lines">
        {network ? (
          words.anyCommand
        ) : rule ? (
          <RuleField rule={rule} of="command" />
        ) : (
          <code>
            <ShellCode script={shownCommand(request.command).text} />
          </code>
        )}
      </dd>
      <dt>{words.folder}</dt>
      <dd>
        <code>
          <UntrustedText text={withTilde(request.cwd, home)} />
        </code>
      </dd>
    </>
  )
}

function PatchSubject({ request, home }: SubjectProps): ReactNode {
  const paths = Object.entries(request.changes ?? {}).flatMap(([path, change]) =>
    change.type === 'update' && change.move_path !== undefined ? [path, change.move_path] : [path],
  )
  return (
    <>
      <dt>{words.files}</dt>
      <dd className="lines">
        {paths.map((path) => (
          <code key={path} className="line">
            <UntrustedText text={withTilde(path, home)} />
          </code>
        ))}
      </dd>
    </>
  )
}
