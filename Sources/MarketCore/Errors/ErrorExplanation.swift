internal import Foundation

extension Error {
    /// What went wrong, for logs and for operators: our own errors describe themselves in words, and those of Foundation and of
    /// Swift's decoders do elsewhere.
    package var explanation: String {
        switch self {
        case let error as DecodingError: error.place
        case let error as CocoaError: error.localizedDescription
        default: "\(self)"
        }
    }
}

extension DecodingError {
    fileprivate var place: String {
        let (context, key): (Context, (any CodingKey)?) =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            case .keyNotFound(let key, let context): (context, key)
            @unknown default: (Context(codingPath: [], debugDescription: "it can't be decoded"), nil)
            }
        let path = (context.codingPath + [key].compactMap(\.self)).map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
