public import Foundation
import Logging
import MarketAPI
import MarketCore
import MarketModels

/// A request of the operator about what makes the market their own.
public enum MarketRequest: Codable, Hashable, Sendable {
    case show
    /// - language: the code of a language, for a value that is translated.
    case set(field: String, language: String?, value: String)
    case unset(field: String, language: String?)
    /// - file: the file of a picture.
    case setLogo(file: Data)
    case removeLogo
    case showPage(kind: String, language: String)
    case setPage(kind: String, language: String, text: String)
    case removePage(kind: String, language: String)
    /// - language: nil for each in which the page has a text.
    case publishPage(kind: String, language: String?, isPublished: Bool)
}

extension AdminResponse {
    /// What makes the market its operator's own, as the commands show it.
    public struct MarketRow: Codable, Hashable, Sendable {
        public struct Value: Codable, Hashable, Sendable {
            /// The name of the field.
            public let name: String
            public let language: String?
            /// Nil if it isn't set.
            public let value: String?
            /// Whether the settings define it, so that commands don't change it.
            public let isDefinedBySettings: Bool
        }

        public struct Page: Codable, Hashable, Sendable {
            public let kind: String
            public let language: String
            public let text: String
            public let isPublished: Bool
            /// What is still to be filled in.
            public let gaps: [String]
            /// In UTC, as RFC 3339 writes it.
            public let changedAt: String

            init(_ page: MarketPage) {
                kind = page.id.kind.rawValue
                language = page.id.language.rawValue
                text = page.text
                isPublished = page.isPublished
                gaps = MarketPage.gaps(in: page.text)
                changedAt = page.changedAt.responseText
            }
        }

        public let values: [Value]
        /// The path of the logo's largest size; nil if there is none.
        public let logo: String?
        /// Whether the settings define the logo.
        public let isLogoDefinedBySettings: Bool
        public let pages: [Page]
    }
}

extension AdminResponse.MarketRow {
    init(_ profile: MarketProfile) {
        values = ProfileKey.allCases.map { key in
            Value(
                name: key.field.name,
                language: key.language?.rawValue,
                value: profile.values[key],
                isDefinedBySettings: profile.fixedKeys.contains(key)
            )
        }
        logo = profile.logo.map { "/logo/\($0.fileName(.large))" }
        isLogoDefinedBySettings = profile.isLogoFixed
        pages = profile.pages.map { Page($0) }
    }
}

extension AdminService {
    func response(to request: MarketRequest) async throws -> AdminResponse {
        switch request {
        case .show: break
        case .set(let field, let language, let value):
            let key = try EditProfile.key(field, language: language)
            try await profile.set(key, to: value, by: recentProof)
            log("market changed", ["value": "\(key.rawValue)"])
        case .unset(let field, let language):
            let key = try EditProfile.key(field, language: language)
            try await profile.unset(key, by: recentProof)
            log("market changed", ["value": "\(key.rawValue)"])
        case .setLogo(let file):
            let path = FileManager.default.temporaryDirectory.appending(path: "openmarket-logo-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: path) }
            try file.write(to: path)
            let upload = UploadedImage(path: path.path(percentEncoded: false), byteCount: file.count)
            try await services.editLogo.set(upload, from: .unknown, by: recentProof)
            log("market changed", ["value": "\(MarketLogo.settingName)"])
        case .removeLogo:
            try await services.editLogo.remove(by: recentProof)
            log("market changed", ["value": "\(MarketLogo.settingName)"])
        case .showPage(let kind, let language):
            return .marketPage(.init(try profile.page(try EditProfile.page(kind, language: language), for: proof)))
        case .setPage(let kind, let language, let text):
            let id = try EditProfile.page(kind, language: language)
            try await profile.setPage(id, to: text, by: recentProof)
            log("page changed", ["page": "\(kind)", "language": "\(language)"])
            let page = try profile.page(id, for: proof)
            let gaps = MarketPage.gaps(in: page.text)
            let rest = gaps.isEmpty ? "" : " To fill in: \(gaps.joined(separator: ", "))."
            let state = page.isPublished ? "It is published." : "It isn't published."
            return .done(["The page \(kind) in '\(language)' has a new text. \(state)\(rest)"])
        case .removePage(let kind, let language):
            try await profile.removePage(try EditProfile.page(kind, language: language), by: recentProof)
            log("page removed", ["page": "\(kind)", "language": "\(language)"])
        case .publishPage(let kind, let language, let isPublished):
            for id in try pages(kind, language) {
                if isPublished {
                    try await profile.publish(id, by: recentProof)
                } else {
                    try await profile.unpublish(id, by: recentProof)
                }
                let message: Logger.Message = isPublished ? "page published" : "page unpublished"
                log(message, ["page": "\(kind)", "language": "\(id.language.rawValue)"])
            }
        }
        return .market(AdminResponse.MarketRow(try profile.profile(for: proof)))
    }

    /// Returns the pages of a kind in a language, or in each in which it has a text.
    private func pages(_ kind: String, _ language: String?) throws -> [MarketPage.ID] {
        if let language { return [try EditProfile.page(kind, language: language)] }
        let all = try Language.allCases.map { try EditProfile.page(kind, language: $0.rawValue) }
        let profile = try profile.profile(for: proof)
        let known = all.filter { profile.page($0) != nil }
        return known.isEmpty ? Array(all.prefix(1)) : known
    }
}
