internal import Foundation

/// Adding and removing waiters and prefetches.
extension LoadScheduler {
    mutating func request(_ key: ImageKey, number: UInt64, _ waiter: ImageWaiter<Image>) {
        open(key)
        imageLoads[key]?.add(waiter, number: number)
        enqueue(key)
    }

    mutating func prefetch(_ key: ImageKey) {
        // A visible waiter already causes it to be loaded.
        if let work = imageLoads[key], work.visibleWaiterCount > 0 { return }
        open(key)
        imageLoads[key]?.isPrefetched = true
        enqueue(key)
    }

    /// Removes a waiter. One that is still waiting receives a cancellation error.
    mutating func cancel(_ key: ImageKey, number: UInt64) {
        guard let waiter = imageLoads[key]?.remove(number) else { return }
        effects.answered.append((waiter, .failure(.cancelled)))
        updatePriority(of: key, from: waiter.priority)
    }

    mutating func cancelPrefetch(_ key: ImageKey) {
        guard imageLoads[key]?.isPrefetched == true else { return }
        imageLoads[key]?.isPrefetched = false
        updatePriority(of: key, from: .prefetched)
    }

    mutating func cancelAllPrefetches() {
        for key in imageLoads.keys { cancelPrefetch(key) }
    }

    /// Ensures that the image and its bytes are being loaded.
    private mutating func open(_ key: ImageKey) {
        guard imageLoads[key] == nil else { return }
        imageLoads[key] = ImageSizeLoad()
        if case .keeps(let image) = dataLoads[key.url]?.stage {
            imageLoads[key]?.stage = .waits(image)
        } else {
            let new = ImageDataLoad(stage: hasDisk ? .waitsForDisk : .waitsForNetwork)
            dataLoads[key.url, default: new].sizes.insert(key)
        }
    }

    /// Cancels an image that is no longer wanted after a waiter has left, or lowers its priority.
    private mutating func updatePriority(of key: ImageKey, from former: ImagePriority) {
        guard let work = imageLoads[key] else { return }
        if !work.isWanted {
            cancelLoad(key)
        } else if work.priority < former {
            lowerPriority(of: key)
        }
    }

    private mutating func cancelLoad(_ key: ImageKey) {
        switch imageLoads[key]?.stage {
        case .awaitsBytes:
            imageLoads[key] = nil
            dataLoads[key.url]?.sizes.remove(key)
            if dataLoads[key.url]?.sizes.isEmpty == true {
                cancelDataLoad(key.url)
            } else {
                lowerPriority(ofDataLoad: key.url)
            }
        case .waits:
            _ = decodes.remove(key)
            imageLoads[key] = nil
        case .decodes:
            imageLoads[key]?.isCancelled = true
            if let task = imageLoads[key]?.task { effects.cancelled.append(task) }
        case nil: break
        }
    }

    private mutating func cancelDataLoad(_ url: URL) {
        switch dataLoads[url]?.stage {
        case .waitsForDisk:
            _ = reads.remove(url)
            dataLoads[url] = nil
        case .waitsForNetwork:
            _ = fetches.remove(url)
            dataLoads[url] = nil
        case .reads, .fetches:
            dataLoads[url]?.isCancelled = true
            if let task = dataLoads[url]?.task { effects.cancelled.append(task) }
        case .keeps, nil: break
        }
    }

    /// Enqueues an image, or the load of its bytes, as the newest of its priority.
    mutating func enqueue(_ key: ImageKey) {
        guard let work = imageLoads[key] else { return }
        switch work.stage {
        case .awaitsBytes: enqueueDataLoad(key.url)
        case .waits, .decodes: decodes.enqueue(key, as: work.priority)
        }
    }

    mutating func enqueueDataLoad(_ url: URL) {
        switch dataLoads[url]?.stage {
        case .waitsForDisk, .reads: reads.enqueue(url, as: priority(of: url))
        case .waitsForNetwork, .fetches: fetches.enqueue(url, as: priority(of: url))
        case .keeps, nil: break
        }
    }

    /// Requeues an image whose priority was lowered; otherwise it keeps its position.
    private mutating func lowerPriority(of key: ImageKey) {
        guard let work = imageLoads[key] else { return }
        switch work.stage {
        case .awaitsBytes: lowerPriority(ofDataLoad: key.url)
        case .waits, .decodes: decodes.lowerPriority(of: key, to: work.priority)
        }
    }

    private mutating func lowerPriority(ofDataLoad url: URL) {
        switch dataLoads[url]?.stage {
        case .waitsForDisk, .reads: reads.lowerPriority(of: url, to: priority(of: url))
        case .waitsForNetwork, .fetches: fetches.lowerPriority(of: url, to: priority(of: url))
        case .keeps, nil: break
        }
    }
}
