import { counting, s } from './counting'
import type { effectRule as english } from '../../english/messages/effect-rule'
import type { Wording } from '../../../messages/spoken'

const { forms } = counting

/** What an effect rule covers, and what it would have answered. */
export const effectRule: Wording<typeof english> = {
  theseFiles: forms('ce fichier', (count) => `ces ${count} fichiers`),
  everythingIn: (folder) => `tout dans ${folder}`,
  kindIn: (kind, folder) => `${kind} dans ${folder}`,
  here: 'le dossier de travail',
  writes: (list) => `écrit ${list}`,
  deletes: (count, list) => `supprime au plus ${count} (${list})`,
  hosts: (list) => `joint ${list}`,
  nothing: 'ne modifie rien',
  ofLast: (answered, asked) => `${answered} des ${asked} dernières`,
  wouldHave: (what) => `Aurait répondu à ${what}.`,
  noneOnFile: 'Rien n’a encore été demandé ici.',
  denied: forms('dont celle-ci, qui a été refusée', (count) => `dont ces ${count}, qui ont été refusées`),
  unknown: (count) => `${count} inconnue${s(count)}, faute d’essai`,
  endsAt: (when) => `jusqu’au ${when}`,
  endsAfter: forms('pour 1 exécution', (count) => `pour ${count} exécutions`),
  endsWith: (branch) => `tant que la branche est ${branch}`,
  noEnd: 'sans fin',
}
