package io.reprise.other;

/** See the manifest. */
public class Last extends First {}
