import EndpointClient

/// The media types of pictures.
enum PictureType {
    /// The type that the name of a file suggests; the server has the last word.
    static func of(_ file: URL) -> String {
        switch file.pathExtension.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        default: "application/octet-stream"
        }
    }
}
