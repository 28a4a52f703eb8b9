import { toFault } from '@shared/domain/fault'
import type { Fault } from '@shared/domain/fault'
import type { DoctorCheck } from '@shared/domain/doctor'
import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions } from '../../state/context'
import { Button } from '../../ui/button'
import { Remedy } from '../../ui/copy-button'
import { FaultNote } from '../../ui/fault-message'
import { Icon } from '../../ui/icon'
import { CheckMark } from '../../ui/check-mark'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.doctor

type Result =
  | { kind: 'checking' }
  | { kind: 'checked'; checks: readonly DoctorCheck[] }
  | { kind: 'failed'; fault: Fault }

/** What the machine has and lacks, as a page. */
export function DoctorPage(): ReactNode {
  return (
    <div className="settings" tabIndex={-1}>
      <div className="wel">
        <header>
          <h2 className="wel-title">{words.title}</h2>
          <p className="dim">{words.text}</p>
        </header>
        <DoctorRows />
      </div>
    </div>
  )
}

/** What the machine has and lacks, each with the exact remedy, and another look. */
export function DoctorRows(): ReactNode {
  const actions = useActions()
  const [result, setResult] = useState<Result>({ kind: 'checking' })
  const check = useCallback(async (): Promise<Result> => {
    try {
      return { kind: 'checked', checks: (await actions.runDoctor()).checks }
    } catch (error) {
      return { kind: 'failed', fault: toFault(error) }
    }
  }, [actions])
  useEffect(() => {
    let shown = true
    void check().then((next) => {
      if (shown) setResult(next)
    })
    return () => {
      shown = false
    }
  }, [check])
  return (
    <>
      {result.kind === 'checking' && <p className="dim">{words.checking}</p>}
      {result.kind === 'failed' && <FaultNote fault={result.fault} />}
      {result.kind === 'checked' && (
        <div className="panel">
          {result.checks.map((one) => (
            <CheckRow key={one.id} check={one} />
          ))}
        </div>
      )}
      <div>
        <Button
          disabled={result.kind === 'checking'}
          onClick={() => {
            setResult({ kind: 'checking' })
            void check().then(setResult)
          }}
        >
          <Icon name="retry" />
          {strings.button.checkAgain}
        </Button>
      </div>
    </>
  )
}

/** What was found of one part of the machine, and what would mend it. */
export function CheckRow({ check }: { check: DoctorCheck }): ReactNode {
  const said = strings.machine.checks[`${check.id}.${check.status}`]
  return (
    <div className="prow">
      <CheckMark status={check.status} label={words.status[check.status]} />
      <div className="grow">
        <div className="t" lang={said === undefined ? 'en' : undefined}>
          <UntrustedText text={said?.title ?? check.title} />
        </div>
        <div className="s" lang={said?.text === undefined ? 'en' : undefined}>
          <UntrustedText text={said?.text ?? check.detail} />
        </div>
      </div>
      {check.remedy !== undefined && <Remedy text={check.remedy} />}
    </div>
  )
}
