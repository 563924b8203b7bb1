import { randomUUID } from 'node:crypto'
import { creatives as adCreatives } from './ads/collections.ts'
import { holdsPicture } from './ads/inventory/pictures.ts'
import type { Collection } from '@palaver/store'
import type { Creative } from './ads/model.ts'
import { realWorld } from './comments/world.ts'
import type { Context } from './context.ts'
import { FollowingUp } from './social/following-up.ts'
import type { FilesKey } from './files/model.ts'
import { openPhotos, type Photos } from './files/service.ts'
import { Previews } from './social/previews/service.ts'
import { saidOn } from './social/saying/said.ts'
import { Social } from './social/service.ts'
import type { Viewer } from './social/sight.ts'
import { warned } from './telling.ts'
import type { PreviewView } from './social/views/post-view.ts'

type Around = Pick<Context, 'config' | 'log' | 'now' | 'random' | 'store' | 'accounts' | 'people'> & {
  comments: () => Context['comments']
  moderation: () => Context['moderation']
  filesKey: FilesKey
}

/** Posts, and all that is shown with them. */
export function socialOn(around: Around): Pick<Context, 'social' | 'photos' | 'previews' | 'followingUp'> {
  const { config, log, now, random, store, accounts, people, comments, moderation, filesKey } = around
  const world = { ...realWorld, now, random }
  const creatives = store.collection(adCreatives)
  const photos = openPhotos({
    key: filesKey,
    store,
    config,
    now,
    isErased: (whose) => people.isErased(whose),
    maySee: (viewer, org, { holder }) => seesHolder(social, { org, viewer, holder }),
    stillHeld: (org, holder, photo) => isHeld({ social, previews, creatives }, { org, holder, photo }),
    onFailure: warned(log, 'what is left of photos could not be removed and will be'),
  })
  const previews = new Previews({
    store,
    now,
    random,
    newId: randomUUID,
    allowPrivate: config.privateAddresses,
    about: config.url,
    enabled: config.linkPreviews,
    keepPicture: (bytes, preview) => keptPicture(photos, preview, bytes),
    onError: warned(log, 'a link preview could not be fetched and will be tried again'),
  })
  const followingUp = new FollowingUp({ log: store.events, ...world })
  const social: Social = new Social({
    store,
    people,
    comments,
    judge: (candidate) => moderation().judge(candidate),
    world,
    reactionsOf: async (org) => Object.keys((await accounts.get(org))?.reactions ?? {}),
    profileFieldsOf: async (org) => (await accounts.get(org))?.profileFields ?? [],
    photos,
    wantPreview: (org, url) => previews.want(org, url),
    saidOf: (...asked) => saidOn(comments(), people)(...asked),
    photosOf: ({ org, actor }, ids) => photos.views(org, actor, ids),
    previewsOf: ({ org, actor }, urls) => previewsFor({ photos, previews }, { org, actor }, urls),
    picturesOf: ({ profile }) =>
      typeof profile?.picture === 'string' ? photos.addressOf({ _id: profile.picture }, 'small', null) : null,
    followed: (org) => followingUp.wait(org),
    placeSecret: filesKey.key,
    news: { pullFrom: config.newsPulledFrom, keepFrom: config.newsKeptFrom },
    onError: warned(log, 'news could not be built and are merged as they are read'),
  })
  return { social, photos, previews, followingUp }
}

const PREVIEW = 'preview~'

/** Pictures of pages belong to nobody: all may see them. */
async function keptPicture(photos: Photos, preview: { org: string; id: string }, bytes: Buffer) {
  const photo = await photos.keepFor(preview.org, `${PREVIEW}${preview.id}`, bytes)
  return photo === null ? null : { id: photo._id, width: photo.sizes.large.width, height: photo.sizes.large.height }
}

type Holding = { org: string; viewer: Viewer['actor']; holder: string | null }

/** What people chose for themselves, and what pages and ads show, is for everybody. */
const FOR_ALL = ['picture', 'preview', 'creative']

/** The rest is for who sees the post. */
async function seesHolder(social: Social, { org, viewer, holder }: Holding): Promise<boolean> {
  const [kind, id] = partsOf(holder)
  return kind === 'post' ? social.sees({ org, actor: viewer }, id) : FOR_ALL.includes(kind)
}

type Held = { org: string; holder: string; photo: string }
type Holders = Pick<Context, 'social' | 'previews'> & { creatives: Collection<Creative> }

async function isHeld({ social, previews, creatives }: Holders, held: Held): Promise<boolean> {
  const { org, holder, photo } = held
  const [kind, id] = partsOf(holder)
  if (kind === 'picture') return social.people.holdsPicture(org, holder, photo)
  if (kind === 'preview') return previews.holdsPicture(id, photo)
  if (kind === 'creative') return holdsPicture(creatives, { org, id, photo })
  return (await social.needs.posts.get(id))?.photos.includes(photo) === true
}

const partsOf = (holder: string | null): [kind: string, id: string] => {
  const [kind = '', ...rest] = (holder ?? '').split('~')
  return [kind, rest.join('~')]
}

/** With addresses at which the viewer sees their pictures. */
async function previewsFor(
  { photos, previews }: Pick<Context, 'photos' | 'previews'>,
  { org, actor }: Viewer,
  urls: readonly string[],
): Promise<ReadonlyMap<string, PreviewView>> {
  if (urls.length === 0) return new Map()
  const found = await previews.of(org, urls)
  const pictures = [...found.values()].flatMap(({ picture }) => (picture === null ? [] : [picture.id]))
  const shown = await photos.views(org, actor, pictures)
  return new Map(
    [...found].map(([url, { title, description, site, picture }]) => [
      url,
      {
        title,
        description: description ?? '',
        site: site ?? '',
        picture: picture === null ? null : (shown.get(picture.id) ?? null),
      },
    ]),
  )
}
