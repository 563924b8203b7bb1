/** How far a long task is, such as the building of an index. */
export type Progress = { task: string; done: number; total: number }
export type OnProgress = (progress: Progress) => void
