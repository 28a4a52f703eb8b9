import type { LaterStrings } from '../../english/later-window'

/** The words of engines on other machines. */
export const hosts: LaterStrings['hosts'] = {
  states: {
    connecting: 'connexion en cours',
    connected: 'connecté',
    lost: 'non connecté, nouvel essai en cours',
    over: 'non connecté, sans nouvel essai',
  },
  none: 'Aucun hôte n’est configuré. C’est une commande qui porte l’entrée et la sortie standard vers une machine où se trouve Countersign.',
  test: 'Tester',
  testOf: (name) => `Tester : ${name}`,
  testing: 'Test en cours…',
  answers: (version, platform, ms) => `La version ${version} sur ${platform} répond en ${String(ms)} ms`,
  missing: (what) => `Manque là-bas : ${what}`,
  remove: 'Retirer',
  removeOf: (name) => `Retirer : ${name}`,
  add: 'Ajouter un hôte',
  name: 'Nom',
  nameHint: 'Au plus 48 lettres, chiffres, « - » et « _ ».',
  command: 'Commande',
  commandHint: 'Ce qui l’atteint, par exemple : ssh build1',
  engine: 'Moteur là-bas',
  engineHint: 'Son nom ou chemin absolu ; vide : countersign',
  taken: 'Il y a un hôte de ce nom, ou d’un nom qui lui ressemble.',
  notWords: 'Une commande commence par un programme ; un mot avec des espaces est entre guillemets.',
}
