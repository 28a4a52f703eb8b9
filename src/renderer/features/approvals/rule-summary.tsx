import type { ApprovalRequest } from '@shared/domain/approval'
import { isMachineHost } from '@shared/domain/machine-server'
import type { McpRequest } from '@shared/domain/mcp-result'
import { grantFrom } from '@shared/messages/grant'
import { describeSandboxPolicy } from '@shared/messages/policies'
import { type ReactNode, useId } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { shownCommand } from '../../lib/shell-text'
import { laterStrings } from '../../lib/later-strings'
import { useAppState } from '../../state/context'
import { HostAwareText } from '../../ui/host-aware-text'
import { ShellCode } from '../../ui/shell-code'
import { UntrustedText } from '../../ui/untrusted-text'
import { withMarks, withoutMarks } from '../../lib/marked-text'
import { Icon } from '../../ui/icon'
import { containmentInWords, offerOf } from './allow-for'
import type { AllowForChoice } from './allow-for'
import type { EditedRule, RuleVerdict } from './use-rule'
import { FieldWarnings } from './field-warnings'

const words = laterStrings.allowFor

interface RuleSummaryProps {
  request: ApprovalRequest
  choice: AllowForChoice
  /** The rule's text where it can be edited. */
  rule: EditedRule | undefined
}

/** What would be kept: the command, the folder and what it adds, each whole; nothing is saved that is not shown here. */
export function RuleSummary({ request, choice, rule }: RuleSummaryProps): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const grants = offerOf(request, choice.kind)?.grants ?? []
  const adds = grants.length === 0 ? words.addsNothing : grants.map(grantFrom({ roots: [], home })).join('\n')
  const { tool } = request
  const ofMachine = grants.some((grant) => grant.kind === 'host' && isMachineHost(grant.host))
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
          {tool ? (
            <ToolSubject tool={tool} cwd={withTilde(request.cwd, home)} />
          ) : patch ? (
            <PatchSubject request={request} home={home} />
          ) : (
            <CommandSubject request={request} home={home} rule={rule} />
          )}
          {(!(network && rule) || ofMachine) && !tool && !request.desk && (
            <>
              <dt>{words.adds}</dt>
              <dd className="lines">
                <HostAwareText text={adds} />
              </dd>
            </>
          )}
          <dt>{words.holds}</dt>
          <dd>
            {request.desk
              ? words.whenAsked
              : tool
                ? words.whileDescribed
                : patch
                  ? words.exactlyFiles
                  : network
                    ? words.exactlyHost
                    : rule
                      ? words.exactlyText
                      : words.exactly}
            {!patch && !network && !tool && !request.desk && (
              <span className="sub"> ({describeSandboxPolicy(request.sandboxPolicy)})</span>
            )}
          </dd>
        </dl>
      </div>
      <p className="hint after">{containmentInWords(request, choice.kind)}</p>
    </>
  )
}

interface SubjectProps {
  request: ApprovalRequest
  home: string
}

function CommandSubject({ request, home, rule }: SubjectProps & Pick<RuleSummaryProps, 'rule'>): ReactNode {
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

/** The rule's text, to be edited, with the engine's word on it below. Enter makes no line and saves nothing. */
function RuleField({ rule, of }: { rule: EditedRule; of: 'command' | 'host' }): ReactNode {
  const id = useId()
  const invalid = rule.verdict.kind === 'invalid'
  return (
    <>
      <textarea
        className="field mono rule-text as-written"
        rows={Math.min(4, Math.max(1, Math.ceil(rule.text.length / 48)))}
        spellCheck={false}
        maxLength={20_000}
        aria-label={words.editLabel[of]}
        aria-invalid={invalid}
        aria-describedby={id}
        value={withMarks(rule.text)}
        onChange={(event) => {
          rule.onText(withoutMarks(event.target.value.replaceAll('\n', ' ')))
        }}
      />
      <FieldWarnings text={rule.text} />
      <p id={id} className={invalid ? 'hint after rule-bad' : 'hint after'} aria-live="polite">
        <Verdict verdict={rule.verdict} of={of} />
      </p>
    </>
  )
}

function Verdict({ verdict, of }: { verdict: RuleVerdict; of: 'command' | 'host' }): ReactNode {
  switch (verdict.kind) {
    case 'valid':
      return (
        <>
          <Icon name="check" className="sm" />
          {words.valid[of]}
        </>
      )
    case 'checking':
      return words.checking
    case 'unchecked':
      return words.unchecked
    case 'invalid':
      return <UntrustedText text={verdict.problem} />
  }
}

function ToolSubject({ tool, cwd }: { tool: McpRequest; cwd: string }): ReactNode {
  const { server, tool: name } = tool.invocation
  return (
    <>
      <dt>{words.tool}</dt>
      <dd>
        <UntrustedText text={words.toolOf(name, server)} />
      </dd>
      <dt>{words.arguments}</dt>
      <dd>{words.anyArguments}</dd>
      <dt>{words.folder}</dt>
      <dd>
        <code>
          <UntrustedText text={cwd} />
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
