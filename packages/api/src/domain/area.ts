/** A node of the area tree: province, city, county, town or village. */
export interface Area {
  /** 12 digits. */
  code: string;
  name: string;
  /** '0' above the provinces. */
  parentCode: string;
  /** 1 province … 5 village. */
  level: number;
  /** Whether nothing lies below. */
  leaf: boolean;
}
