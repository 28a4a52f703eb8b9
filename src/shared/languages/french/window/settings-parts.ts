import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

/** The words of the parts of the settings page that are more than a list of settings. */
export const settingsParts = {
  providers: {
    test: 'Tester',
    testWhat: (name: string) => `Tester : la connexion à ${name}`,
    testing: 'Test…',
    answers: (models: number, ms: number) =>
      `Répond : ${number(models)} ${models === 1 ? 'modèle' : 'modèles'}, ${String(ms)} ms`,
    key: {
      none: 'aucune clé nécessaire',
      environment: (variable: string) => `clé de la variable ${variable}`,
      stored: 'clé enregistrée',
      missing: 'pas encore de clé',
    },
    changeKey: 'Changer la clé',
    removeKey: 'Retirer la clé',
    removeKeyOf: (name: string) => `Retirer la clé : ${name}`,
    keyOf: (name: string) => `Clé pour ${name}`,
    save: 'Enregistrer',
    cancel: 'Annuler',
    own: 'de config.toml',
  },
  policies: {
    title: 'En toutes lettres',
    runs: 'S’exécute sans demander',
    asks: 'Demande',
    stopped: 'Quand le bac à sable arrête',
    modes: {
      'read-only':
        'Toute commande, dans le bac à sable : elle lit tout sauf les identifiants et n’écrit rien.',
      'workspace-write':
        'Toute commande, dans le bac à sable : elle lit tout sauf les identifiants et écrit dans le dossier de la session et dans les dossiers temporaires.',
      'danger-no-network': 'Toute commande, avec accès à tous les fichiers ; seul le réseau est fermé.',
      'danger-full-access': 'Toute commande, avec accès à tout. Il n’y a pas de bac à sable.',
    },
    safeAlone: 'Seulement les commandes reconnues sûres, dans le bac à sable.',
    networkOpen: 'Le réseau est ouvert.',
    networkClosed: 'Une connexion à un nouvel hôte se demande.',
    networkNever: 'Aucun hôte n’est joignable s’il n’a pas été autorisé auparavant.',
    questions: {
      untrusted: 'Avant tout ce qui n’est pas reconnu sûr.',
      effects:
        'Quand tout ce qu’une commande a fait sur des copies n’est pas dans le dossier ou récupérable, ou qu’elle a voulu le réseau.',
      'on-failure': 'Quand le bac à sable a arrêté une commande. Pas avant, tant qu’il y a un bac à sable.',
      'on-request': 'Avant ce qui peut nuire, et quand l’agent réclame plus.',
      never: 'Jamais. Ce qui se demanderait est refusé, et l’agent l’apprend.',
      granular: 'Comme « Au besoin », par genre : ce qui est désactivé est refusé sans demander.',
    },
    after: {
      asks: 'On demande, avec ce qui manque ; puis la commande s’exécute de nouveau, avec cela seulement.',
      agent: 'L’agent l’apprend ; il peut réclamer plus.',
      told: 'L’agent l’apprend, rien de plus.',
      nothing: 'Rien ne l’arrête.',
    },
    always: 'Toujours en lecture seule',
    alwaysText:
      'Les hooks et la configuration de Git et les réglages d’agents, dans chaque dossier inscriptible.',
  },
  places: {
    hosts: 'Hôtes des règles',
    hostsText: 'Par des règles, pour les commandes d’un dossier.',
    noHosts: 'Aucune règle n’ouvre d’hôte.',
    unreadable: 'Fermé en plus',
    unreadableText:
      'Des chemins que les commandes ne peuvent pas lire, outre les lieux d’identifiants intégrés.',
    readable: 'Ouvert',
    readableText: 'Des lieux d’identifiants que les commandes peuvent lire.',
    roots: 'Autres dossiers inscriptibles',
    unreadableVariables: 'Variables que les commandes ne reçoivent pas',
    readableVariables: 'Variables secrètes que les commandes reçoivent',
    none: 'aucun',
    builtIn:
      'Les clés, jetons et mots de passe des programmes courants (.ssh, .aws, .config/gh et bien d’autres) sont fermés d’avance.',
  },
  kept: {
    kinds: {
      sessions: 'Sessions',
      archived: 'Sessions archivées',
      rules: 'Règles',
      keys: 'Clés de serveurs de modèles',
      history: 'Historique des messages',
      checkpoints: 'Copies de dossiers, pour défaire',
      logs: 'Journal',
      config: 'Réglages',
    },
    files: (n: number) => (n === 1 ? '1 fichier' : `${number(n)} fichiers`),
    nothing: 'rien encore',
    total: 'Total',
    show: 'Ouvrir le dossier',
    copy: 'Copier le chemin',
    reading: 'Comptage…',
    one: 'Une session',
    oneText: 'L’exporter ou supprimer son enregistrement. Ce qui est supprimé va dans la corbeille.',
    pick: 'Session',
    none: 'Il n’y a pas encore de session.',
    exportMarkdown: 'Exporter en Markdown',
    exportJson: 'Exporter en JSON',
    remove: 'Supprimer…',
  },
} as const satisfies LaterStrings['settingsParts']

/** The words of the MCP servers in the settings. */
export const servers = {
  reading: 'Lecture des serveurs…',
  transport: { program: 'Programme', address: 'Adresse' },
  state: {
    off: 'Désactivé',
    starting: 'Démarre',
    ready: 'Prêt',
    waiting: 'Terminé, redémarre',
    failed: 'Échec',
    idle: 'Démarre avec la prochaine session',
    next: 'Suit avec le prochain tour',
  },
  in: (n: number) => (n === 1 ? 'dans 1 session' : `dans ${number(n)} sessions`),
  tools: (n: number) => (n === 1 ? '1 outil' : `${number(n)} outils`),
  says: 'Paroles du serveur. Personne ne les a vérifiées.',
  reads: 'ne fait que lire, d’après lui',
  stderr: 'Les dernières lignes de sa sortie d’erreur',
  on: (id: string) => `Utiliser ${id}`,
  restart: 'Redémarrer',
  restartWhat: (id: string) => `Redémarrer : ${id}`,
  signIn: 'Se connecter',
  signInWhat: (id: string) => `Se connecter à ${id}`,
  signOut: 'Se déconnecter',
  cancelWhat: (id: string) => `Annuler la connexion à ${id}`,
  signOutWhat: (id: string) => `Se déconnecter de ${id}`,
  signedIn: 'Connecté',
  visit: 'Ouvrir dans le navigateur',
  visitText:
    'Le serveur demande une connexion à cette adresse. Elle s’ouvre dans le navigateur, et seulement sur un clic.',
  host: 'Hôte',
  codeTo: 'Transmis à',
  codeToText: 'Le résultat de la connexion va à cet autre hôte, qui peut ainsi agir auprès du premier.',
  address: 'Adresse',
} as const satisfies LaterStrings['servers']
