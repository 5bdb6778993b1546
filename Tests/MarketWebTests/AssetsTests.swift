import Foundation
import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

struct AssetsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/MarketWeb")

    @Test func whatPagesAndPhonesAskForIsThere() {
        let manifests = Language.allCases.map { ("manifest-\($0.rawValue).webmanifest", "application/manifest+json") }
        let others = [
            "app.css": "text/css; charset=utf-8", "favicon.svg": "image/svg+xml", "icon-180.png": "image/png",
            "icon-192.png": "image/png", "icon-512.png": "image/png", "app.js": "text/javascript; charset=utf-8",
            "sw.js": "text/javascript; charset=utf-8",
            "speculation.json": "application/speculationrules+json",
        ]
        for (name, type) in manifests + others {
            #expect(Assets.named(name)?.mediaType == type)
            #expect(Assets.named(name)?.bytes.isEmpty == false)
        }
        #expect(Assets.version.count == 12 && Assets.version.allSatisfy(\.isHexDigit))
    }

    @Test func templatesAreNeverServed() {
        #expect(!Assets.served.contains { $0.name.hasSuffix(".mustache") })
        #expect(Assets.named("layout.mustache") == nil)
    }

    @Test func theProgramHasTheFilesOfTheFolder() throws {
        // Scripts and style as they are served: packed by Scripts/make-web-assets.py.
        for folder in ["Icons", "../WebAssets/packed"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: Self.folder.appending(path: folder),
                includingPropertiesForKeys: nil
            )
            for file in files {
                #expect(try Assets.named(file.lastPathComponent)?.bytes == Array(Data(contentsOf: file)), "\(file)")
            }
        }
    }

    @Test func textsOfTemplatesAndScriptsExist() throws {
        let templates = try files(in: "Templates").joined()
        for match in templates.matches(of: /\{\{text\.(\w+)\}\}/) {
            #expect(InterfaceString(rawValue: String(match.1)) != nil, "\(match.1)")
        }
        for match in templates.matches(of: /\{\{(?:label|placeholder)\.(\w+)\}\}/) {
            #expect(ListingField(rawValue: String(match.1)) != nil, "\(match.1)")
        }
        let scripts = try files(in: "Scripts").joined()
        for match in scripts.matches(of: /\btext\('(\w+)'/) where match.1 != "2d" {
            #expect(ScriptString(rawValue: String(match.1)) != nil, "\(match.1)")
        }
    }

    @Test func noTextIsUnused() throws {
        let templates = try files(in: "Templates").joined()
        let sources = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8) }
            .joined()
        // What was decided about a report is named there, for the app, too.
        let texts = try String(
            contentsOf: Self.folder.appending(path: "../MarketTexts/InterfaceTexts.swift"),
            encoding: .utf8
        )
        for word in InterfaceString.allCases {
            #expect(
                templates.contains("{{text.\(word.rawValue)}}") || (sources + texts).contains(".\(word)"),
                "\(word)"
            )
        }
        for word in OperatorString.allCases {
            #expect(templates.contains("{{operator.\(word.rawValue)}}") || sources.contains(".\(word)"), "\(word)")
        }
    }

    @Test func noTemplateWritesWordsUnescaped() throws {
        for text in try files(in: "Templates") {
            let raw = text.matches(of: /\{\{\{(\w+)\}\}\}|\{\{&/).map { String($0.output.0) }
            // JSON that can't end the element that contains it, and the style sheet.
            #expect(
                raw.allSatisfy {
                    ["{{{data}}}", "{{{linkedData}}}", "{{{style}}}", "{{{accentStyle}}}", "{{{html}}}"].contains($0)
                }
            )
        }
        let style = String(decoding: try #require(Assets.named("app.css")).bytes, as: UTF8.self)
        #expect(!style.contains("</"))
    }

    /// It keeps what another app shares until the form takes it, and no page tells it how much that is.
    @Test func theServiceWorkerKeepsAsMuchAsTheFormTakes() throws {
        let worker = String(decoding: try #require(Assets.named("sw.js")).bytes, as: UTF8.self)
        #expect(worker.contains(".slice(0,\(ListingRules.maximumImageCount))"))
        #expect(worker.contains(".slice(0,1e4)") && ListingRules.descriptionLength.upperBound == 10_000)
    }

    /// Browsers read the names of what can be done from files, which have the words of the pages.
    @Test(arguments: Language.allCases)
    func theManifestHasTheWordsOfThePages(_ language: Language) throws {
        let file = try #require(Assets.named("manifest-\(language.rawValue).webmanifest"))
        let manifest = String(decoding: file.bytes, as: UTF8.self)
        let texts = InterfaceTexts(language: language)
        #expect(manifest.contains("\"lang\": \"\(language.rawValue)\""))
        for (key, word) in [("name", InterfaceString.siteName), ("description", .siteSummary)] {
            #expect(manifest.contains("    \"\(key)\": \"\(texts[word])\""), "\(key)")
        }
        for word in [InterfaceString.newListing, .myListings] {
            #expect(manifest.contains("{ \"name\": \"\(texts[word])\", \"url\""), "\(word)")
        }
    }

    @Test func pagesAreLight() {
        let products = (0..<10).flatMap { _ in Samples().summaries }
        let page = Samples().list(products).html(Samples().site(.korean))
        #expect(page.utf8.count < 45_000)
        #expect((Assets.named("app.css")?.bytes.count ?? 0) < 40_000)
        let scripts = Assets.served.filter { $0.name.hasSuffix(".js") }.map(\.bytes.count).reduce(0, +)
        #expect(scripts < 60_000)
    }

    private func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: Self.folder.appending(path: folder),
            includingPropertiesForKeys: nil
        ).map { try String(contentsOf: $0, encoding: .utf8) }
    }
}
