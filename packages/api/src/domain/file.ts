/** An uploaded file. */
export interface StoredFile {
  id: string;
  /** Where it lies on this server; what other entities keep. It opens with a token only. */
  path: string;
  /** Opens the file without a token for about an hour: for image elements. */
  url: string;
  /** 'jpg', 'pdf', … as its bytes say. */
  fileType: string;
  mediaType: string;
  /** As the sender named it. */
  originalName: string;
  sizeBytes: number;
  /** Pixels; null for what is no picture. */
  width: number | null;
  height: number | null;
}

/** A smaller picture of a picture. */
export interface PicturePreview {
  /** Opens without a token for about an hour. */
  url: string;
  width: number;
  height: number;
}
