package import Foundation

extension URL {
    /// The name of the folder in which stores keep the data of this market: its lower-case scheme, host, port and path
    /// without a trailing slash.
    package var marketFolderName: String {
        let port = port.map { ":\($0)" } ?? ""
        let text = "\(scheme ?? "http")_\(host() ?? "")\(port)\(path())".lowercased()
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_.:"))
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        return trimmed.addingPercentEncoding(withAllowedCharacters: allowed) ?? "market"
    }
}
