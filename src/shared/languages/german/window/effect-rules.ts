import type { LaterStrings } from '../../english/later-window'

/** The words of effect rules in the panel. */
export const effectRules: LaterStrings['effectRules'] = {
  scope: 'Diese Wirkungen ab jetzt',
  scopeHint: 'Eine Regel: nur was darüber hinausgeht, wird gefragt',
  off: 'Aus: nicht alles, was geschieht, wurde geprobt.',
  partOff: 'Aus: eine Regel gilt für alles, und etwas ist ausgelassen.',
  title: 'Zu speichernde Regel',
  save: 'Regel speichern und anwenden',
}
