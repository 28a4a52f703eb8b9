import type { Wording } from '../../../messages/spoken'
import type { pages as english } from '../../english/window/pages'
import type { Strings } from '../../english/window'

/** The words of the start page and the doctor. */
export const pages = {
  start: {
    invitation: 'Que doit faire l’agent ?',
    invitationText: 'Il travaille dans un bac à sable. Seul ce qui en sortirait se demande.',
    task: 'Décrire la tâche',
    taskHint: 'Décrire la tâche, @ pour des fichiers, / pour des commandes',
    examplesLabel: 'Par exemple',
    examples: {
      repository: 'Expliquer ce dépôt',
      project: 'Expliquer ce projet',
      tests: 'Lancer les tests et corriger ce qui échoue',
      firstTest: 'Écrire un premier test',
      dependencies: 'Mettre à jour les dépendances, une à une',
      readme: 'Écrire un README',
      unused: 'Trouver ce dont plus rien ne se sert',
      folder: 'Dire ce que contient ce dossier',
      readmeOfFolder: 'Écrire un README pour ce dossier',
      twice: 'Trouver ce qui est en double, sans rien supprimer',
      tool: 'Commencer ici un petit outil en ligne de commande',
      page: 'Commencer ici une page web',
      interview: 'Demander ce qu’il faut construire ici, et le noter',
    },
    goOn: 'Reprendre',
    newHere: 'Pour débuter',
    models: 'Clés et serveurs',
    setUp: 'En configurer un',
    folder: 'Dossier',
    title: 'Nouvelle session',
    model: 'Modèle',
    whichAgent: 'Qui travaille',
    ownAgent: 'Celui de Countersign',
    acpAgentText: (command: string) =>
      `${command} s’exécute tout entier dans le bac à sable, avec un dossier à lui, et choisit lui-même son modèle.`,
    acpAgentReaches: (hosts: readonly string[]) =>
      hosts.length === 0
        ? 'Chaque connexion se demande.'
        : `Joignable sans demander : ${hosts.join(', ')} ; tout le reste se demande.`,
    demo: 'Voir une décision en dix secondes',
    demoText: 'Un agent préparé, de vraies commandes, aucune clé.',
    runDemo: 'Lancer la démo',
    demoPrompt: 'Montre ce que fait Countersign.',
    demoTitle: 'Démonstration',
    others: 'Décider pour d’autres agents',
    othersText: 'Claude Code et Codex demandent dans cette fenêtre.',
    folderLabel: 'Dossier de travail',
    folderPlaceholder: '/home/nom/projet',
    folderHint: 'Un chemin absolu sur la machine où tourne le moteur.',
    folderInvalid: 'Attendu : un chemin absolu, ou un chemin qui commence par ~/.',
    folderHidden: (n: number) =>
      n === 1
        ? '1 caractère de ce chemin est invisible ou change la lecture des autres :'
        : `${String(n)} caractères de ce chemin sont invisibles ou changent la lecture des autres :`,
    openFolder: 'Ouvrir un dossier',
    noModel: 'Pas encore de modèle',
    lookingForModels: 'Recherche de modèles…',
    use: {
      here: (name: string) => `Prendre ${name}, trouvé ici`,
      key: (name: string) => `Prendre ${name}, clé trouvée`,
      configured: (name: string) => `Prendre ${name}`,
    },
    noModelText:
      'Lancer Ollama, LM Studio, llama.cpp ou vLLM sur cette machine et chercher de nouveau, donner une clé plus bas, ou nommer un modèle dans config.toml.',
    keyTitle: 'Une clé pour un fournisseur',
    keyText:
      'Elle va dans le trousseau du système ou dans un fichier que seul ce compte peut lire. Jamais dans config.toml.',
    keyProvider: 'Fournisseur',
    key: 'Clé',
    saveKey: 'Enregistrer et tester',
    lookAgain: 'Chercher des modèles',
    noModelReason: 'Il manque un modèle pour démarrer.',
    noFolderReason: 'Il manque un dossier pour démarrer.',
    start: 'Démarrer',
    starting: 'Démarrage…',
    proposed: 'Proposé, car cette machine peut essayer les commandes sur des copies.',
    noSandbox: 'Pas de bac à sable',
    copyRemedy: (remedy) =>
      remedy.length <= 40 ? `Copier « ${remedy} »` : 'Copier la commande qui y remédie',
    remedyCopied: { yes: 'Copié', failed: 'Non copié' },
    sandboxMissingText: 'Chaque commande se demande et ne peut être autorisée que hors du bac à sable.',
  },
  past: {
    look: 'Regarder le mois passé',
    lookText: 'De Claude Code et Codex : quelles questions étaient nécessaires.',
  },
  doctor: {
    title: 'Cette machine',
    text: 'Ce que Countersign a trouvé ici, et comment réparer ce qui manque.',
    checking: 'Vérification…',
    status: { ok: 'En ordre', warn: 'Peut être mieux', missing: 'Manque' },
  },
} as const satisfies Wording<typeof english>

/** The words of the form for a server at any address. */
export const provider = {
  title: 'Un serveur à une autre adresse',
  text: 'Il va dans config.toml, sa clé avec les autres et jamais dans ce fichier. La clé ne va qu’à ce serveur.',
  kind: 'Type',
  kinds: {
    chat: 'Parle Chat Completions',
    responses: 'Parle Responses',
    azure: 'Azure OpenAI',
  },
  fields: {
    name: { label: 'Nom', example: 'Notre serveur', wrong: 'Attendu : un nom de 60 caractères au plus.' },
    address: {
      label: 'Adresse',
      example: 'https://models.example.org/v1',
      wrong: 'Attendu : une adresse qui commence par http:// ou https://, sans mot de passe ni requête.',
    },
    resource: {
      label: 'Ressource',
      example: 'ma-ressource',
      wrong:
        'Attendu : le nom de la ressource, fait de lettres, de chiffres et de tirets, tel qu’il précède .openai.azure.com.',
    },
    model: {
      label: 'Modèle des nouvelles sessions',
      example: 'comme le serveur le nomme',
      wrong: 'Attendu : le nom du modèle ; chez Azure, celui du déploiement.',
    },
    key: {
      label: 'Clé',
      example: 'aucune',
      wrong: 'Attendu : une clé sans espaces, de caractères simples.',
    },
  },
  add: 'Ajouter le serveur',
  adding: 'Ajout…',
  added: 'Ajouté à',
} as const satisfies Strings['provider']
