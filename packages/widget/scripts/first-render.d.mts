export type FirstRender = { files: { name: string; bytes: number }[]; bytes: number }
export declare function firstRender(dist?: string): Promise<FirstRender>
export declare function beyondThread(element: string, dist?: string): Promise<FirstRender>
