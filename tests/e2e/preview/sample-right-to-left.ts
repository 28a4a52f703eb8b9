import type { ApprovalRequest } from '@shared/domain/approval'
import type { SessionSummary } from '@shared/domain/session'

const titles: Readonly<Record<string, string>> = {
  s1: 'מחיקת 3 תיקיות ישנות, לפני ההתקנה',
  s2: 'ترقية pandas إلى 2.3',
  s7: 'نسخة احتياطية',
}
const home = '/home/me'
const cwd = `${home}/src/פרויקט/בדיקות 2`
const target = `${home}/מסמכים/ישן/2024`

/** Sessions of somebody who writes Hebrew and Arabic. */
export const namedRightToLeft = (session: SessionSummary): SessionSummary => {
  const title = titles[session.id]
  return title === undefined ? session : { ...session, title, cwd, branch: 'תיקון/שעון' }
}

/** What is asked in them: names of folders on both sides of a sign, and numbers behind names. */
export const askedRightToLeft = (request: ApprovalRequest): ApprovalRequest => {
  const sessionTitle = titles[request.sessionId] ?? request.sessionTitle
  if (request.id !== 'a1') return { ...request, sessionTitle }
  const { stop, offers } = request
  return {
    ...request,
    ...{ sessionTitle, cwd, naming: { roots: [cwd], home } },
    command: ['bash', '-lc', `rm -rf ~/מסמכים/ישן/2024 && cp קובץ.txt "$HOME/עותק 1"`],
    effect: { act: { kind: 'said', text: 'Deletes 312 files (48 MB) in ~/מסמכים/ישן/2024.' } },
    stop: {
      ...stop,
      why: { kind: 'stopped', what: 'write', target, count: 1, because: 'no-root' },
      evidence: stop.evidence.map((each) => ({ ...each, target })),
    },
    offers: offers.map((offer) =>
      offer.kind === 'only-this'
        ? { ...offer, grants: [{ kind: 'write', path: target, extent: 'tree' }] }
        : offer,
    ),
    justification: 'ניקוי של 3 תיקיות (48 MB), ואז npm ci.',
  }
}
