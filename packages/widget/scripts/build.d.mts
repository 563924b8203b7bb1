export declare function buildWidget(): Promise<void>
