export type FirstRender = { files: { name: string; bytes: number }[]; bytes: number }
export declare function firstRender(dist?: string): Promise<FirstRender>
