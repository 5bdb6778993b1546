import Foundation
import MarketClient

/// A loader whose dependencies are fakes.
struct LoaderFixture {
    typealias Outcome = Result<FakeImage, ImageLoadingError>

    let transport: ImageTransport
    let decoder: FakeDecoder
    let memory: MemoryImageCache<FakeImage>
    let loader: ImageLoader<FakeDecoder>

    init(
        transport: ImageTransport = ImageTransport(),
        decoder: FakeDecoder = FakeDecoder(),
        memoryLimit: Int = 1_000_000,
        disk: (any ImageDiskCaching)? = nil,
        limits: ImageLoadingLimits = ImageLoadingLimits(),
        retry: RetryPolicy = .none
    ) {
        self.transport = transport
        self.decoder = decoder
        memory = MemoryImageCache(costLimit: memoryLimit)
        var configuration = ImageLoaderConfiguration(transport: transport, decoder: decoder)
        configuration.memoryCache = memory
        configuration.diskCache = disk
        configuration.limits = limits
        configuration.retry = retry
        loader = ImageLoader(configuration)
    }

    /// Requests an image in a task of its own and returns once the loader has registered it. For images that aren't in
    /// memory.
    func ask(_ number: Int, fitting size: PixelSize? = nil) async -> Task<Outcome, Never> {
        let before = loader.load.waiters
        let task = Task { await outcome(.image(number), fitting: size) }
        await Eventually.holds { loader.load.waiters > before }
        return task
    }

    func outcome(_ url: URL, fitting size: PixelSize? = nil) async -> Outcome {
        do {
            return .success(try await loader.image(for: url, fitting: size))
        } catch {
            return .failure(error)
        }
    }

    /// Loads an image from the network while nothing else is in flight.
    func load(_ number: Int, fitting size: PixelSize? = nil) async -> Outcome {
        let task = await ask(number, fitting: size)
        await transport.answerNext(.image(number))
        let outcome = await task.value
        await idle()
        return outcome
    }

    func idle() async {
        await Eventually.holds { loader.load.isIdle }
    }
}
