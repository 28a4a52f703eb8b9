import { counting } from './counting'
import type { outsideRule as english } from '../../english/messages/outside-rule'
import type { Wording } from '../../../messages/spoken'

const { forms, number } = counting

/** What an effect rule does not cover of what a rehearsal showed. */
export const outsideRule: Wording<typeof english> = {
  writes: (path) => `écrit aussi ${path}`,
  deletes: (path) => `supprime aussi ${path}`,
  unsaved: (files, path) => `supprime ${files} qui n’existent nulle part ailleurs (${path})`,
  loses: (files, path) => `perd ${files} (${path})`,
  lost: forms('un fichier', (count) => `${count} fichiers`),
  files: (files, most) => `supprime ${number(files)} fichiers, plus que ${number(most)}`,
  connects: (host) => `veut joindre ${host}`,
  level: { medium: 'est de risque moyen', high: 'est de risque élevé' },
  ended: {
    time: 'sa durée est écoulée',
    runs: 'ses exécutions sont épuisées',
    branch: 'elle est pour une autre branche',
    unused: 'elle n’a pas servi depuis 30 jours et est suspendue',
    person: 'elle est suspendue',
    unknown: 'ses emplois ne peuvent pas être comptés',
  },
  wouldHave: (rule, but) => `La règle « ${rule} » y aurait répondu, mais ${but}.`,
  unseen: 'tout n’a pas pu être essayé',
  others: forms('1 de plus', (count) => `${count} de plus`),
  asked: (list) => `${list} : cela se demande.`,
  beyond: (list, rule) => `Au-delà de « ${rule} » : ${list}.`,
  notCovered: (list, rule) => `${list} : la règle « ${rule} » ne le couvre pas.`,
}
