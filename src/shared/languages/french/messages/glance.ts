import { counting, s } from './counting'
import type { Messages } from '../../../messages/spoken'

const { forms, number } = counting

/** Of what goes: what could be brought back, and what not. */
const fate: Messages['glance']['fate'] = {
  lost: 'Irrécupérable :',
  kept: 'Récupérable :',
  undoable: 'Peut être défait ici',
  forDays: forms('pendant 1 jour.', (count) => `pendant ${count} jours.`),
  adds: 'Rien ne se perd :',
  onlyAdds: 'cela ne fait qu’ajouter.',
  beyond: 'Ne peut être défait ici :',
  ofServer: 'ce que fait son serveur.',
  ofProcess: 'ce que le processus en fait.',
  copied: {
    one: (files, days) =>
      `${files} est copié avant l’exécution et gardé ${String(days)} jours au plus ; ce qui ne peut être copié est alors nommé.`,
    other: (files, days) =>
      `${files} sont copiés avant l’exécution et gardés ${String(days)} jours au plus ; ce qui ne peut être copié est alors nommé.`,
  },
  keptWithFolder: forms(
    'Le dossier est gardé tel qu’il était avant ce tour, 1 jour au plus.',
    (days) => `Le dossier est gardé tel qu’il était avant ce tour, ${days} jours au plus.`,
  ),
  unknown: 'On ne sait pas',
  changes: (files) => `des modifications dans ${files}`,
  untracked: (files) => `${number(files)} non suivi${s(files)}`,
  ignored: (files) => `${number(files)} ignoré${s(files)}`,
  noRepository: 'ce qui n’est dans aucun dépôt',
  withRepository: 'ce qui se perd avec son dépôt',
  onlyNoRepository: 'dans aucun dépôt.',
  onlyWithRepository: 'le dépôt est perdu avec.',
  rest: ' Git a le reste.',
  more: ' Il peut y en avoir plus.',
  whetherAll: 'si Git a tout cela.',
  whatOfIt: 'ce qui en est récupérable.',
  whetherUndone: 'si tout peut être défait ici.',
  elseUndoable: ' Le reste de ce qui se perd peut être défait ici.',
  has: (files) => `Git a ${files}.`,
  noFiles: 'il n’y a pas de fichiers dedans.',
  sentHead: 'Sans retour :',
  sent: 'ce qui est envoyé reste envoyé.',
  sentThere: 'ce qui y est envoyé.',
  remote: 'd’ici, ce que le dépôt distant perd.',
  neverCommitted: 'Git ne garde pas de modifications sans commit.',
  notKnownToGit: 'Git ne connaît pas ces fichiers.',
  whetherAtAll: 'si c’est récupérable.',
  replacedThere: 'ce qui est remplacé là-bas.',
  whichOfThem: 'lesquels de ces fichiers sont touchés, ni si Git les a.',
  onlyDevice: 'rien d’autre n’a ce qu’il contient.',
  hard: 'Difficile à récupérer :',
  byHash: 'par l’empreinte que Git affiche, tant que Git l’a encore.',
  branchByHash: 'ce que seule cette branche a, par l’empreinte que Git affiche.',
  noHashes: 'Git n’affiche pas d’empreintes pour le retrouver.',
  notOfOthers: ' ; cela ne dit rien des autres effets.',
}

/** What a yes gives. */
const gives: Messages['glance']['gives'] = {
  onceOnly: ' Une seule fois : une partie était illisible.',
  unreachable: (target) => ` ${target} n’y est pas accessible sans demander.`,
  openFiles: 'avec tous les fichiers ouverts',
  sandboxed: 'toujours dans le bac à sable',
  outside: 'une exécution sans bac à sable, avec tous les droits de ce compte.',
  openRun: 'une exécution avec tous les fichiers ouverts, sans réseau',
  run: 'une exécution dans le bac à sable',
  mayFail: ', où cela peut échouer : l’agent en voulait plus',
  lacks: ', où cela sera de nouveau arrêté : tout ce que cela fait ne peut être accordé',
  stays: ' (le dossier lui-même reste, vide)',
  again: (grants, still) => `${grants}, pour cette exécution, ${still}.`,
  apply: (grants, still) => `ces modifications une fois${grants}, ${still}.`,
  withGrants: (grants) => ` ; en plus : ${grants}`,
  connect: (grants) => `${grants}, jusqu’à la fin de cette exécution.`,
  inputOutside: 'ce texte à un processus hors du bac à sable.',
  input: 'ce texte au processus, dans son bac à sable.',
  call: 'ce seul appel.',
  acpAgent: (agent) => `ceci à ${agent}, dans le bac à sable de la session.`,
  acpAgentFromNow: (plus, anew) => `${plus}, à partir du prochain message.${anew}`,
  acpAgentAgain: (plus, anew) => `${plus}. L’agent redémarre aussitôt et continue.${anew}`,
  begunAnew: {
    kept: ' La conversation continue.',
    lost: ' L’agent ne sait alors rien de cette conversation.',
  },
  serverFromNow: (plus) => `${plus}, tant que cette session est ouverte. Le serveur redémarre pour cela.`,
  acpAgentAlways: (always) => `ce que l’agent nomme « ${always} », dans le bac à sable de la session.`,
  answer: 'ceci une fois, hors de ce bac à sable.',
}

/** What is to be doubted. A `clause` is a sentence of the checks without its full stop; `act` is what is done. */
const doubt: Messages['glance']['doubt'] = {
  beginning: /^\p{Lu}/u,
  because: (clause) => ` : ${clause}`,
  modelLower: (model, floor, clause) => `Le modèle dit ${model} ; ${floor} reste${clause}.`,
  against: (claim) => `Pourtant l’agent dit « ${claim} ».`,
  claim: (claim, found) => `L’agent dit « ${claim} » ; ${found}.`,
  act: (act) => `cela ${act}`,
  reason: (clause) => `mais : ${clause}`,
  checks: (level) => `les vérifications disent ${level}`,
  otherwise: 'autre chose',
  notAssessed: (why) => `Non évalué : ${why}.`,
  noRule: 'aucune règle ne s’applique',
  notAnalysed: (why) => `Non compris : ${why}.`,
  notAll: 'Tout n’a pas pu être examiné à temps.',
}

/** The few words that a decision is understood from. */
export const glance: Messages['glance'] = { fate, gives, doubt }
