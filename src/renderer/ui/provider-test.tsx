import type { ProviderTest } from '@shared/domain/provider-listing'
import type { ReactNode } from 'react'
import { laterStrings } from '../lib/later-strings'
import { UntrustedText } from './untrusted-text'

const words = laterStrings.settingsParts.providers

/** A test of a provider that is under way, or what came of it. */
export type Tested = { readonly kind: 'testing' } | ProviderTest

/** What came of asking a provider with the key that it has; said when it comes. */
export function TestResult({ tested }: { tested: Tested | undefined }): ReactNode {
  return (
    <div className="s" role="status">
      {tested?.kind === 'testing' && words.testing}
      {tested?.kind === 'answers' && (
        <span className="status ok">{words.answers(tested.models, tested.durationMs)}</span>
      )}
      {tested?.kind === 'fails' && (
        <span className="status bad">
          <UntrustedText text={[tested.fault.message, tested.fault.remedy].filter(Boolean).join('. ')} />
        </span>
      )}
    </div>
  )
}
