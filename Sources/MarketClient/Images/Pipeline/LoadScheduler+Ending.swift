internal import Foundation

/// Handling the end of reads, fetches, writes and decodes.
extension LoadScheduler {
    /// Handles the result of a read from the disk cache; nil if it had no entry.
    mutating func endReading(_ url: URL, _ data: Data?) {
        reads.finish(url)
        guard let work = dataLoads[url] else { return }
        if let data {
            dataLoads[url] = nil
            deliver(FetchedImageData(data: data, isCacheable: true), to: work.sizes)
        } else if work.sizes.isEmpty {
            dataLoads[url] = nil
        } else {
            // A cancelled read may have returned nil because of the cancellation.
            restart(url, at: work.isCancelled ? .waitsForDisk : .waitsForNetwork)
        }
    }

    /// Handles the result of a fetch.
    ///
    /// - Returns: Whether to store the bytes on disk and then call ``endCaching(_:)``.
    mutating func endFetching(_ url: URL, _ outcome: Result<FetchedImageData, ImageLoadingError>) -> Bool {
        fetches.finish(url)
        guard let work = dataLoads[url] else { return false }
        switch outcome {
        case .success(let image):
            let isCached = hasDisk && image.isCacheable
            if isCached {
                dataLoads[url]?.stage = .keeps(image)
                dataLoads[url]?.sizes = []
            } else {
                dataLoads[url] = nil
            }
            deliver(image, to: work.sizes)
            return isCached
        case .failure(let error):
            if work.isCancelled, !work.sizes.isEmpty {
                restart(url, at: .waitsForNetwork)
            } else {
                dataLoads[url] = nil
                for key in work.sizes { complete(key, .failure(error)) }
            }
            return false
        }
    }

    /// Handles the end of a write to the disk cache.
    ///
    /// - Returns: Whether to remove the bytes from the disk and then call this method again.
    mutating func endCaching(_ url: URL) -> Bool {
        guard dataLoads[url]?.isUndecodable == true else {
            dataLoads[url] = nil
            return false
        }
        dataLoads[url]?.isUndecodable = false
        return true
    }

    /// Handles the result of a decode.
    ///
    /// - Returns: Whether the bytes are invalid and must be removed from the disk.
    mutating func endDecoding(_ key: ImageKey, _ outcome: Result<Image, ImageLoadingError>) -> Bool {
        decodes.finish(key)
        guard let work = imageLoads[key], case .decodes(let image) = work.stage else { return false }
        guard work.isCancelled, case .failure = outcome else {
            complete(key, outcome)
            guard hasDisk, image.isCacheable, case .failure = outcome else { return false }
            guard case .keeps = dataLoads[key.url]?.stage else { return true }
            dataLoads[key.url]?.isUndecodable = true
            return false
        }
        // It failed because of the cancellation, which says nothing about the image.
        imageLoads[key]?.isCancelled = false
        imageLoads[key]?.task = nil
        imageLoads[key]?.stage = .waits(image)
        if work.isWanted { enqueue(key) } else { imageLoads[key] = nil }
        return false
    }

    private mutating func restart(_ url: URL, at stage: ImageDataLoad.Stage) {
        dataLoads[url]?.isCancelled = false
        dataLoads[url]?.task = nil
        dataLoads[url]?.stage = stage
        enqueueDataLoad(url)
    }

    private mutating func deliver(_ image: FetchedImageData, to keys: Set<ImageKey>) {
        for key in keys {
            imageLoads[key]?.stage = .waits(image)
            enqueue(key)
        }
    }

    private mutating func complete(_ key: ImageKey, _ outcome: Result<Image, ImageLoadingError>) {
        guard let work = imageLoads.removeValue(forKey: key) else { return }
        effects.answered += work.waiters.values.map { ($0, outcome) }
    }
}
