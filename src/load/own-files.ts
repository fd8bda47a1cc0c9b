import type { BuildContext } from '../build.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { writeFailure } from '../emit/errors.ts'
import { loadPublicTexts } from './public-texts.ts'

/** What a build has to know of the files that are published beside its own. */
export interface OwnFiles extends Pick<BuildContext, 'publicFiles' | 'publicTexts'> {
  /** That they cannot be read: then nothing is known of them, and nothing may be written. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads the folder of the files that are published beside the site.
 *
 * @param root Absolute path of the site.
 * @param folder Absolute path, or `undefined` where there is none.
 * @param options.list Gives the paths in it.
 * @param options.file File that holds the options, relative to the root.
 */
export async function loadOwnFiles(
  root: string,
  folder: string | undefined,
  { list, file }: { list: () => Promise<readonly string[]>; file: string },
): Promise<OwnFiles> {
  try {
    const publicFiles = await list()
    return { publicFiles, publicTexts: folder === undefined ? {} : loadPublicTexts(folder), diagnostics: [] }
  } catch (error) {
    return { publicFiles: [], publicTexts: {}, diagnostics: [writeFailure(error, root, file, false)] }
  }
}
