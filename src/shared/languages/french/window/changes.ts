import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { counted, number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

const comments = (n: number): string => counted(n, { one: 'commentaire', other: 'commentaires' })

/** The words of the view of changes: its bar, files, lines and comments. */
export const changes = {
  ofTurn: 'Modifications de ce tour',
  ofPatch: 'Modifications de ce patch',
  ofSession: 'Modifications de cette session, tour par tour',
  close: 'Fermer les modifications',
  files: 'Fichiers',
  lines: 'Lignes modifiées',
  inline: 'À la suite',
  sideBySide: 'Côte à côte',
  layout: 'Disposition',
  tooNarrow: 'Côte à côte demande une fenêtre plus large',
  nextChange: 'Modification suivante',
  previousChange: 'Modification précédente',
  collapseAll: 'Replier tous les fichiers',
  expandAll: 'Déplier tous les fichiers',
  fold: (path: string) => `Replier ${path}`,
  unfold: (path: string) => `Déplier ${path}`,
  fileOf: (n: number, all: number) => `Fichier ${number(n)} sur ${number(all)}`,
  wholeFile: 'Fichier entier',
  preview: 'Aperçu',
  pixels: (width: number, height: number) => `${number(width)} × ${number(height)} pixels`,
  reading: 'Lecture…',
  anotherByNow: 'Le fichier est un autre à présent : il ne peut pas être montré autour de ces modifications.',
  notTold: {
    missing: 'Le fichier n’est pas (ou plus) là.',
    'no-file': 'Ce n’est pas un fichier.',
    'no-text': 'Le fichier n’est pas du texte.',
    failed: 'Le fichier n’a pas pu être lu.',
    outside: 'Le fichier est hors des dossiers de cette session et n’est pas montré.',
    closed: 'Les commandes n’ont pas le droit de lire ce fichier, il n’est donc pas montré.',
    large: 'Le fichier est trop grand pour être montré.',
  },
  kinds: { created: 'Nouveau', changed: 'Modifié', deleted: 'Supprimé', moved: 'Déplacé', mode: 'Droits' },
  movedFrom: (path: string) => `Déplacé de ${path}`,
  mode: (before: string, after: string) => `Droits ${before} → ${after}`,
  executable: 'Rendu exécutable',
  notExecutable: 'N’est plus exécutable',
  link: 'Lien',
  binary: 'Un fichier binaire : ses octets ne sont pas montrés.',
  linkLines: 'Un lien symbolique : les lignes disent où il mène.',
  onlyMoved: 'Déplacé, non modifié.',
  onlyMode: 'Seuls les droits sont modifiés.',
  empty: 'Un fichier vide.',
  /** What is made and has no lines, where it is no file. */
  made: {
    folder: 'Un nouveau dossier.',
    link: 'Un nouveau lien.',
    pipe: 'Un nouveau tube.',
    socket: 'Un nouveau socket.',
    device: 'Un nouveau périphérique.',
  },
  noLines: 'Aucune ligne modifiée.',
  added: 'ajoutée',
  removed: 'retirée',
  line: (n: number) => `Ligne ${String(n)}`,
  pick: (n: number) => `Choisir la ligne ${String(n)}`,
  comment: 'Commenter',
  commentOn: (n: number) => (n === 1 ? 'Commenter cette ligne' : `Commenter ${number(n)} lignes`),
  commentOff: 'Choisir d’abord une ligne : d’un clic ou avec les flèches',
  commentLabel: (path: string, from: number, to: number) =>
    from === to
      ? `Commentaire sur ${path}, ligne ${String(from)}`
      : `Commentaire sur ${path}, lignes ${String(from)} à ${String(to)}`,
  commentHint: 'Qu’y a-t-il à faire ici ?',
  drop: 'Retirer ce commentaire',
  elsewhere: (n: number) => `${comments(n)} sur des lignes qui ne sont pas montrées ici`,
  send: (n: number) => `Envoyer ${comments(n)}`,
  sendOff: 'Rien n’est encore écrit',
  sent: (count) =>
    count === 1 ? '1 commentaire est envoyé.' : `${number(count)} commentaires sont envoyés.`,
  sendQueued: 'L’agent travaille : l’envoi se fait à la fin du tour.',
  waiting: (n: number) => (n === 1 ? '1 demande en attente' : `${number(n)} demandes en attente`),
  keys: 'Les flèches choisissent une ligne, plusieurs avec Maj. n et p : modification suivante et précédente. ] et [ : fichier suivant et précédent. x replie le fichier, w le montre en entier, c commente, v change la disposition.',
  open: 'Ouvrir les modifications',
  take: (path: string) => `Prendre ${path}`,
  lastTaken: 'Le dernier ne peut pas être laissé de côté : alors refuser',
  part: (taken: number, all: number) =>
    `${taken === 1 ? '1 fichier' : `${number(taken)} fichiers`} sur ${number(all)} ${taken === 1 ? 'est appliqué' : 'sont appliqués'} ; l’agent l’apprend.`,
  partOfHunks: (taken: number, all: number) =>
    `${taken === 1 ? '1 modification' : `${number(taken)} modifications`} sur ${number(all)} ${taken === 1 ? 'est appliquée' : 'sont appliquées'} ; l’agent l’apprend.`,
  takeHunk: (header: string) => `Prendre la modification ${header}`,
  whole: {
    moved: 'Le fichier est aussi déplacé : à prendre ou à laisser en entier.',
    mode: 'Ses droits changent aussi : à prendre ou à laisser en entier.',
    cut: 'Tout n’est pas montré : à prendre ou à laisser en entier.',
  },
  unsent: (n: number) => `Non envoyé : ${comments(n)}`,
  leftOut: 'Laissé de côté',
  inPart: 'En partie',
} as const satisfies LaterStrings['changes']

const lines = (n: number): string => counted(n, { one: 'ligne', other: 'lignes' })

/** The words of patches: cards, files and the turn's changes. */
export const patch = {
  card: 'Patch',
  cardRunning: 'Patch, en cours d’application',
  cardWaiting: 'Patch, attend une décision',
  files: (n: number) => counted(n, { one: 'fichier', other: 'fichiers' }),
  noFiles: 'Aucun fichier',
  applied: 'Appliqué dans le bac à sable',
  appliedOutside: 'Appliqué sans bac à sable',
  applying: 'En cours d’application',
  waiting: 'Attend une décision',
  rejected: 'Refusé',
  stopped: 'Arrêté par le bac à sable',
  failed: (code: number) => `Non appliqué, code ${String(code)}`,
  fates: { add: 'Nouveau', delete: 'Supprimé' },
  movedTo: (path: string) => `Déplacé vers ${path}`,
  empty: 'Un fichier vide.',
  noLines: 'Aucune ligne modifiée.',
  added: (n: number) => `${lines(n)} en plus`,
  removed: (n: number) => `${lines(n)} en moins`,
  notAll: 'pas toutes montrées',
  gap: (n: number) =>
    n === 1 ? '1 caractère n’est pas montré ici.' : `${number(n)} caractères ne sont pas montrés ici.`,
  showAll: (n: number) => `Afficher les ${number(n)} lignes`,
  collapse: 'Masquer les modifications',
  expand: 'Afficher les modifications',
  changesThisTurn: 'Modifications de ce tour',
  diff: (name: string) => `Modifications dans ${name}`,
} as const satisfies LaterStrings['patch']

/** The words of reviews: what to look at, what was found, what becomes of it. */
export const review = {
  menu: 'Relire les modifications…',
  title: 'Relecture des modifications',
  lead: 'Un modèle lit les modifications et dit ce qu’il améliorerait. Il ne fait que lire : aucun fichier n’est écrit, rien n’est joint par le réseau, aucun outil d’un serveur MCP n’est utilisé.',
  target: 'Ce qui est relu',
  targets: {
    uncommitted: 'Tout ce qui n’est dans aucun commit',
    branch: 'Ce qui est nouveau depuis une branche',
    commit: 'Un commit',
    custom: 'En toutes lettres',
  },
  branch: 'Branche',
  branchExample: 'main',
  commit: 'Commit',
  commitExample: 'HEAD',
  custom: 'Ce qui est relu, en toutes lettres',
  start: 'Lancer la relecture',
  cancel: 'Annuler',
  card: (hint: string) => `Relecture : ${hint}`,
  running: 'Lit',
  broken: 'La relecture n’est pas allée au bout.',
  none: 'Aucune remarque',
  count: (n: number) => (n === 1 ? '1 remarque' : `${number(n)} remarques`),
  said: 'Paroles de la relecture ; personne ne les a vérifiées.',
  leftOut: (n: number) =>
    n === 1 ? '1 de plus était illisible ou de trop.' : `${number(n)} de plus étaient illisibles ou de trop.`,
  priority: (n: number) => `P${String(n)}`,
  priorities: [
    'Priorité 0 : échoue chez tous',
    'Priorité 1 : avant de continuer',
    'Priorité 2 : bientôt',
    'Priorité 3 : ce serait bien',
  ],
  sure: (percent: number) => `sûr à ${String(percent)} %`,
  lines: (start: number, end: number) =>
    start === end ? `Ligne ${String(start)}` : `Lignes ${String(start)} à ${String(end)}`,
  finding: (title: string) => `Remarque : ${title}`,
  accept: 'Retenir',
  dismiss: 'Écarter',
  acceptThis: (title: string) => `Retenir : ${title}`,
  dismissThis: (title: string) => `Écarter : ${title}`,
  sent: 'Envoyé à l’agent',
  send: (n: number) =>
    n === 1 ? 'Envoyer 1 remarque à l’agent' : `Envoyer ${number(n)} remarques à l’agent`,
  sendOff: 'Envoyer les remarques à l’agent',
  sendNone: 'Retenir d’abord une remarque.',
  changes: 'Dans les modifications',
  collapse: 'Masquer la relecture',
  expand: 'Afficher la relecture',
} as const satisfies LaterStrings['review']
