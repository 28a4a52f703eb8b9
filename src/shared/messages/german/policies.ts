import type { Messages } from '../spoken'
import type { ApprovalPolicy } from '../../domain/approval-policy'
import type { SandboxPolicy } from '../../domain/sandbox-policy'

/** "Im Arbeitsordner schreiben, kein Netz" */
function sandbox(policy: SandboxPolicy): string {
  if (policy.mode === 'danger-full-access') return 'Voller Zugriff, keine Sandbox'
  if (policy.mode === 'danger-no-network') return 'Alle Dateien, kein Netz'
  const network = policy.network_access ? 'mit Netz' : 'kein Netz'
  if (policy.mode === 'read-only') return `Nur lesen, ${network}`
  const temporary = policy.exclude_slash_tmp ? ', keine temporären Ordner' : ''
  return `Im Arbeitsordner schreiben, ${network}${temporary}`
}

/** In one sentence. */
function approval(policy: ApprovalPolicy): string {
  if (typeof policy !== 'string') {
    const off = Object.entries(policy.granular).flatMap(([name, on]) => (on ? [] : [name]))
    return off.length === 0
      ? 'Wie on-request'
      : `Wie on-request, aber ohne Rückfrage ablehnen: ${off.join(', ')}`
  }
  switch (policy) {
    case 'untrusted':
      return 'Vor allem fragen, was nicht als ungefährlich bekannt ist'
    case 'on-failure':
      return 'In der Sandbox ausführen, fragen, wenn sie einen Befehl stoppt'
    case 'on-request':
      return 'Fragen, wenn der Agent mehr verlangt oder ein Befehl gefährlich aussieht'
    case 'never':
      return 'Nie fragen; was gestoppt ist, bleibt gestoppt'
  }
}

/** What policies mean. */
export const policies = { sandbox, approval } as const satisfies Messages['policies']
