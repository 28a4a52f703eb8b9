import type { SpokenLanguage } from '../spoken-language'

/** Ce que dit l’agent de la démo. */
export const demo: SpokenLanguage['demo'] = {
  look: {
    before: 'Un agent préparé, **de vraies commandes**. Celle-ci ne fait que lire, donc elle s’exécute.',
    view: 'Affiche les commits et les fichiers du projet.',
    done: '',
    refused: 'Sans ce coup d’œil, la suite se fait quand même.',
    failed: 'Ce coup d’œil a échoué ici, la suite se fait sans lui.',
  },
  notes: {
    before: 'Les notes de version vont **hors du projet**. Le bac à sable l’arrête, et une personne décide.',
    why: 'Mettre les notes de version là où la publication les prend.',
    view: 'Copie un fichier texte dans un dossier à côté du projet.',
    done: '',
    refused: 'Alors elles restent ici.',
    failed: 'Elles n’ont pas pu être écrites et restent ici.',
  },
  page: {
    before: 'La page va dans `../site`. Une **règle** de ce projet le permet.',
    why: 'Mettre la page là où le site est construit.',
    view: 'Copie un fichier texte dans un dossier à côté du projet.',
    done: '',
    refused: 'Alors la page reste comme elle est.',
    failed: 'La page n’a pas pu être écrite.',
  },
  published: {
    before:
      'Cette version est-elle publiée ? Il faut le **réseau**, et `releases.example` est un nom pour les exemples, qui ne mène nulle part.',
    view: 'Demande à un serveur les versions qu’il a.',
    done: '',
    refused: 'Alors je ne demande pas.',
    failed: 'Aucune réponse n’est venue.',
  },
  cleanUp: {
    before: 'Enfin, un ménage qui **supprime**.',
    why: 'Enlever les vieux fichiers d’un cache.',
    view: 'Supprime des fichiers temporaires d’un cache.',
    done: 'Les fichiers du cache sont partis.',
    refused: 'Alors ils restent.',
    failed: 'Les fichiers du cache sont encore là.',
  },
  unread:
    'Aucun modèle ne lit ceci, car la démo est un script. Pour du vrai travail, commencer une nouvelle session dans un dossier à soi. S’il manque encore un modèle, cette page dit comment en configurer un.',
}
