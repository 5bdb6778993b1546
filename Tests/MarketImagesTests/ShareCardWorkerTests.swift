import Foundation
import MarketCore
import MarketModels
import Testing

@testable import MarketImages

/// Drawing in real child processes, of the program that the package builds.
@Suite(.timeLimit(.minutes(30))) struct ShareCardWorkerTests {
    private static func workers(_ report: @escaping @Sendable (String, String?) -> Void) -> ImageWorkerPool {
        ImageWorkerPool(
            executable: ImageWorkerTests.executable,
            arguments: ImageWorkerPool.drawingArguments,
            report: report
        )
    }

    /// The worker can't open files. A text in a font that it hadn't opened before would be drawn as boxes.
    @Test func workersDrawTheSameCards() async throws {
        // Nothing is to be reported, such as a refused call.
        let workers = Self.workers { Issue.record("\($0): \($1 ?? "")") }
        let renderer = try VipsShareImageRenderer(workers: workers)
        let inProcess = try VipsShareImageRenderer()
        let folder = try TemporaryFolder()
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: "orientation-1.jpg")
        let store = FolderImageStore(folder: folder.path)
        try await store.save(image)
        let photo = try await store.find(image.name, .full)
        let logo = try await VipsImageProcessor(workerCount: 1).makeIcon(of: image.full, side: 64)
        for name in ["원목 책상 Desk 漢字", "😀 ★ Ж مرحبا שלום ไทย हिन्दी", "<b>"] + ShareCardTests.names {
            let card = ShareCardTests.card(name, struckPrice: "₩15,000", soldOut: "품절", logo: logo)
            for photo in [photo, nil] {
                let expected = try await inProcess.render(card, image: photo)
                #expect(try await renderer.render(card, image: photo) == expected, "\(name)")
            }
        }
        // On a busy machine, one that had nothing to do for 20 s has ended, and another one was started.
        #expect(workers.statistics.started > 0)
        #expect(workers.statistics.lost == 0)
    }

    /// Enlarged as a whole, each would take more memory than the worker may.
    @Test(arguments: [(2048, 1), (2048, 8), (1, 2048), (9, 2048)])
    func cardOfALongImageIsDrawn(_ width: Int, _ height: Int) async throws {
        let folder = try TemporaryFolder()
        let image = try await VipsImageProcessor(workerCount: 1).process(
            bytes: PNGFile(width: width, height: height).bytes
        )
        let store = FolderImageStore(folder: folder.path)
        try await store.save(image)
        let workers = Self.workers { Issue.record("\($0): \($1 ?? "")") }
        let renderer = try VipsShareImageRenderer(workers: workers)
        let card = try await renderer.render(ShareCardTests.card("컵"), image: try await store.find(image.name, .full))
        #expect(try JPEGReader(card).width == 1200)
        #expect(workers.statistics.lost == 0)
    }

    /// A system without fonts, and one without Korean ones, still makes a card.
    @Test(arguments: ["", "<dir>/usr/share/fonts/truetype/dejavu</dir>"])
    func missingFontsDoNotFail(_ fonts: String) async throws {
        let folder = try TemporaryFolder()
        let configuration = "<fontconfig>\(fonts)<cachedir>\(folder.path)/cache</cachedir></fontconfig>"
        try Data(configuration.utf8).write(to: URL(filePath: folder.path + "/fonts.conf"))
        let variable = "FONTCONFIG_FILE=\(folder.path)/fonts.conf"
        let command = [ImageWorkerTests.executable] + ImageWorkerPool.drawingArguments.dropFirst()
        let workers = ImageWorkerPool(executable: "/usr/bin/env", arguments: ["env", variable] + command)
        let renderer = try VipsShareImageRenderer(workers: workers)
        for name in ShareCardTests.names {
            let card = ShareCardTests.card(name, struckPrice: "₩15,000", soldOut: "품절")
            let drawn = try JPEGReader(try await renderer.render(card, image: nil))
            #expect(drawn.width == 1200)
        }
        #expect(workers.statistics.lost == 0)
    }

    @Test(arguments: ["head -c 32 >/dev/null; kill -SEGV $$", "kill -KILL $$"])
    func workerThatIsLostIsOneFailure(_ script: String) async throws {
        let greeting = "exec 3>&0; printf '\\001\\000\\000\\000\\127\\120\\115\\117' >&3; "
        let workers = ImageWorkerPool(executable: "/bin/sh", arguments: ["sh", "-c", greeting + script])
        await #expect {
            try await VipsShareImageRenderer(workers: workers).render(ShareCardTests.card("컵"), image: nil)
        } throws: { error in
            if case MarketError.unavailable = error { true } else { false }
        }
        #expect(workers.idleProcesses.isEmpty)
    }
}
