/** Every function by which the writer changes the file system. */
export const MUTATIONS = [
  'chmodSync',
  'copyFileSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'symlinkSync',
  'unlinkSync',
  'utimesSync',
  'writeFileSync',
] as const
