import type { LaterStrings } from '../../english/later-window'

/** The words of effect rules in the panel. */
export const effectRules: LaterStrings['effectRules'] = {
  scope: 'Ces effets désormais',
  scopeHint: 'Une règle : seul ce qui va au-delà se demande',
  off: 'Désactivé : tout ce qui se passe n’a pas été essayé.',
  partOff: 'Désactivé : une règle vaut pour tout, et une partie est laissée de côté.',
  title: 'Règle à enregistrer',
  save: 'Enregistrer la règle et appliquer',
}
