import { countingIn } from '../../../messages/counting'
import { s } from '../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

/** The words of a session's record. */
export const transcript = {
  empty: 'Pas encore de message. Que doit faire l’agent ?',
  opening: 'Lecture de l’enregistrement…',
  toEnd: 'Aller à la fin',
  earlier: 'Afficher les tours précédents',
  copyCode: 'Copier le code',
  showBetween: (characters: number) => `Afficher les ${number(characters)} caractères entre les deux`,
  command: 'Commande',
  commandRunning: 'Commande, en cours',
  stillRunning: 'Encore en cours',
  noLongerRunning: 'Ne tourne plus',
  runsOutside: 'hors du bac à sable',
  keptRunning: 'reste au-delà de son tour',
  showOutput: (command: string) => `Sortie de ${command}`,
  nothingPrinted: 'Pas encore de sortie.',
  stoppedByYou: 'Arrêté à la main',
  deniedByYou: 'Refusé à la main',
  stop: 'Arrêter',
  hasEnded: 'Terminé',
  listensOn: (port: number) => `Écoute sur le port ${String(port)}`,
  openInBrowser: 'Ouvrir dans le navigateur',
  openToAll: 'Tant qu’il est ouvert, tout programme et tout utilisateur de cette machine l’atteint.',
  openPort: (port: number) => `Ouvrir dans le navigateur : port ${String(port)}`,
  stopProcess: (command: string) => `Arrêter ${command}`,
  commandWaiting: 'Commande, attend une décision',
  waiting: 'Attend une décision',
  collapse: 'Masquer la sortie',
  expand: 'Afficher la sortie',
  dropped: (lines: number) =>
    lines === 1
      ? '1 ligne précédente n’est pas montrée ici.'
      : `${number(lines)} lignes précédentes ne sont pas montrées ici.`,
  omitted: (bytes: number) => `${number(bytes)} octets du milieu ont été omis.`,
  summary: {
    read: (name: string) => `Lu ${name}`,
    listed: (path: string) => (path === '' ? 'Dossier parcouru' : `Parcouru ${path}`),
    searched: (query: string, path: string) =>
      query === ''
        ? `Fichiers listés${path === '' ? '' : ` dans ${path}`}`
        : `Cherché « ${query} »${path === '' ? '' : ` dans ${path}`}`,
  },
  again: (grants: string) => `Encore une fois, cette fois autorisé : ${grants}`,
  againOutside: 'Encore une fois sans bac à sable',
  againPlain: 'Encore une fois dans le bac à sable',
  inputSent: 'Entrée envoyée',
  outside: 'Exécuté sans bac à sable',
  exit: (code: number, duration: string) => `code ${String(code)}, ${duration}`,
  stopped: 'Arrêté par le bac à sable',
  stoppedBeside: (targets: readonly string[]) =>
    ` ; arrêté au passage : ${targets[0] ?? ''}${targets.length > 1 ? ` et ${String(targets.length - 1)} de plus` : ''}`,
  connectionRefused: (target: string) => `Le bac à sable a refusé une connexion à ${target}`,
  partStopped: (target: string) => `Le bac à sable en a arrêté une partie : ${target}`,
  timedOut: (limit: string) => `Délai dépassé après ${limit}`,
  cancelled: 'Interrompu',
  refused: 'Refusé',
  failed: 'N’a pas pu démarrer',
  exitedBadly: 'Échec',
  plan: {
    title: 'Le plan de l’agent',
    progress: (done: number, all: number) => `Plan : ${String(done)} fait${s(done)} sur ${String(all)}`,
    status: { pending: 'À faire', in_progress: 'En cours', completed: 'Fait' },
  },
  toolRejected: (name: string) => `Appel d’outil refusé : ${name}`,
  searched: (query: string) =>
    query === '' ? 'Le modèle a cherché sur le Web' : `Le modèle a cherché sur le Web : ${query}`,
  viewed: (label: string) => `L’agent a regardé une image : ${label}`,
  tool: {
    label: (server: string, tool: string) => `Outil ${tool} de ${server}`,
    of: (server: string) => `du serveur MCP ${server}`,
    waiting: 'Attend une décision',
    running: 'En cours',
    answered: (duration: string) => `répondu, ${duration}`,
    failed: (duration: string) => `échec, ${duration}`,
    none: 'pas de réponse',
    refused: 'non appelé',
    unknown: 'Le tour s’est terminé avant la réponse.',
    arguments: 'Arguments',
    noArguments: 'Sans arguments',
    result: 'Ce que le serveur a répondu',
    stopped: (reason: string) => `Pas de réponse : ${reason}.`,
    picture: (mimeType: string) => `Image de la réponse, ${mimeType}`,
    sound: (mimeType: string) => `Son de la réponse, ${mimeType}`,
  },
  agent: {
    label: (name: string) => `Agent ${name}`,
    review: (name: string) => `Relecture ${name}`,
    working: 'Travaille',
    waits: (count: number) =>
      count === 1 ? '1 décision en attente' : `${String(count)} décisions en attente`,
    outcome: {
      completed: 'Terminé',
      interrupted: 'Arrêté',
      failed: 'Échec',
      closed: 'Fermé',
    },
    said: 'Ce qu’il a répondu',
    task: 'Sa tâche',
    open: 'Ouvrir le fil',
    openOf: (name: string) => `Ouvrir le fil de ${name}`,
    stop: (name: string) => `Arrêter l’agent ${name}`,
    running: 'Agents au travail',
  },
  retrying: (attempt: number, reason: string) =>
    `Le modèle est consulté de nouveau, essai ${String(attempt)} : ${reason}`,
  turnInterrupted: 'Tour interrompu.',
  turnFailed: 'Échec du tour.',
  showEarlier: (count: number) =>
    count === 1 ? 'Afficher le premier essai' : `Afficher les ${String(count)} essais précédents`,
  hideEarlier: (count: number) =>
    count === 1 ? 'Masquer le premier essai' : `Masquer les ${String(count)} essais précédents`,
  showLines: (lines: number) => `Afficher les ${number(lines)} lignes`,
  showKeptLines: (lines: number) => `Afficher les ${number(lines)} lignes conservées`,
  showAll: 'Tout afficher',
  fault: 'Erreur',
  retry: 'Réessayer',
  reasoning: 'Réflexion',
  configured: (model: string, sandbox: string, approval: string) =>
    `À partir d’ici : ${model} ; ${sandbox} ; ${approval}.`,
  image: (alt: string) => `Image, non chargée : ${alt}`,
  picture: (label: string) => `Image : ${label}`,
  compacted: {
    manual: 'Conversation condensée. Le modèle continue avec ce résumé ; l’enregistrement garde tout.',
    automatic:
      'Conversation condensée, car elle remplissait presque le contexte du modèle. Le modèle continue avec ce résumé ; l’enregistrement garde tout.',
  },
  output: 'Sortie',
  denied: 'Refusé.',
  deniedSaid: (text: string) => `Refusé, avec ces mots : ${text}`,
  youSaid: (text) => `Avec ces mots : ${text}`,
  connectionDenied: 'La connexion a été refusée. La commande a continué sans elle.',
  connectionUnanswered: 'Personne n’a répondu pour la connexion, elle n’a donc pas eu lieu.',
  withdrawn: 'Le tour s’est terminé avant que quelqu’un réponde.',
  expired: {
    first: 'Expirée. Rien ne s’est exécuté, et aucun agent n’attend plus cela.',
    retry: 'Expirée. Cela ne s’est pas exécuté de nouveau, et aucun agent n’attend plus cela.',
    network: 'Expirée. La connexion n’a pas eu lieu, et aucun agent ne l’attend plus.',
    patch: 'Expirée. Rien n’a été modifié, et aucun agent n’attend plus cela.',
    tool: 'Expirée. L’outil n’a pas été appelé, et aucun agent n’attend plus cela.',
    input: 'Expirée. Rien n’a été envoyé, et aucun agent n’attend plus cela.',
  },
  runAgain: 'Autoriser et exécuter de nouveau…',
  askAgain: 'Demander à l’agent de réessayer',
  askAgainWhileRunning: 'Un tour est en cours. Il doit d’abord se terminer.',
} as const satisfies LaterStrings['transcript']

/** What a turn that runs waits for, at the end of its record. */
export const waits = {
  since: (doing: string, age: string) => `${doing}, ${age}`,
  thinking: 'Réfléchit',
  writing: 'Écrit',
  waiting: 'Attend',
  reviewing: 'Relit',
  changing: 'Modifie des fichiers',
  model: (model: string) => `Attend ${model}.`,
  room: 'La conversation se condense.',
  again: (model: string, attempt: number) => `Consulte de nouveau ${model}, essai ${String(attempt)}.`,
  decision: (count: number) => (count === 1 ? 'Attend une décision' : `Attend ${String(count)} décisions`),
  answer: (server: string | undefined) => `Pour la réponse à ${server ?? 'l’agent'}.`,
  server: (server: string, tool: string) => `Pour ${tool} du serveur ${server}.`,
  agents: (model: string, names: readonly string[]) =>
    `Attend ${model} ou ${names.length === 1 ? 'l’agent' : 'les agents'} ${names.join(', ')}.`,
} as const satisfies LaterStrings['waits']

/** Das Ende der Demo. */
export const demoEnd: LaterStrings['demoEnd'] = {
  title: 'C’était la démo. Dans cette exécution :',
  answers: (asked, allowed, denied, unanswered) =>
    asked === 0
      ? 'Rien n’a été demandé.'
      : `Demandé ${asked === 1 ? 'une fois' : `${String(asked)} fois`} : ${[
          ...(allowed > 0 ? [`${String(allowed)} autorisée${allowed > 1 ? 's' : ''}`] : []),
          ...(denied > 0 ? [`${String(denied)} refusée${denied > 1 ? 's' : ''}`] : []),
          ...(unanswered > 0 ? [`${String(unanswered)} sans réponse`] : []),
        ].join(', ')}.`,
  byRules: (rules) =>
    `Répondu sans demander par la règle ${rules.map((rule) => `« ${rule} »`).join(' et ')}.`,
  undoable: (files) =>
    `${files === 1 ? '1 fichier modifié' : `${String(files)} fichiers modifiés`} hors du projet ; cela peut être défait.`,
  undone: (files) =>
    `${files === 1 ? '1 fichier est' : `${String(files)} fichiers sont`} de nouveau comme avant.`,
  untouched: 'Hors du projet, rien n’est modifié.',
  undo: 'Défaire maintenant',
  undoLast: (files: number) =>
    files === 1 ? 'Défaire le dernier fichier' : `Défaire les ${String(files)} derniers fichiers`,
  openProject: 'Ouvrir mon projet',
}
